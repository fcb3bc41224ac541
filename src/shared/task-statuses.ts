/** Statuses of tasks, by id; the specification fixes that 2 is completed. The names are keys of the dictionary. */
export const STATUSES: Readonly<Record<number, string>> = { 1: 'Новая', 3: 'В работе', 2: 'Выполнена' }
/** In the order in which a task goes through them. */
export const STATUS_ORDER = [1, 3, 2] as const
export const NEW = 1
export const IN_WORK = 3
export const COMPLETED = 2
