/** Statuses of tasks, by id; the specification fixes that 2 is completed. The names are keys of the dictionary. */
export const STATUSES: Readonly<Record<number, string>> = { 1: 'Новая', 3: 'В работе', 2: 'Выполнена' }
/** In the order in which a task goes through them. */
export const STATUS_ORDER = [1, 3, 2] as const
export const NEW = 1
export const IN_WORK = 3
export const COMPLETED = 2

/** What a rule waits for; keys of the dictionary. */
export const RULE_KINDS = {
  weight: 'Рыба в садке достигнет навески',
  degree_days: 'Наберутся градусо-дни после операции',
  net: 'Дель простоит в садке',
  feed: 'Пора заказать корм',
  every: 'Каждые несколько дней',
} as const

/** Operations that degree-days are counted from, the last of them in the cage; without one from a chosen day. */
export const SINCE = { treatment: 'Лечение', weighing: 'Взвешивание', stocking: 'Зарыбление' } as const

/** Whose tasks a calendar outside shows; keys of the dictionary. */
export const CALENDAR_WHICH = { mine: 'Только мои', all: 'Все, что мне видны' } as const
