/** The rules of alarms as data: what each watches, its thresholds with their bounds, and how long it waits. */
import type { Ability } from '../abilities'
import type { IconName } from '../icon-names'
import type { Timing } from './episodes'

export interface TermField {
  title: string
  unit?: string
  min: number
  max: number
  initial: number
  whole?: true
  /** another threshold that it lies above */
  above?: string
}

/** Headings of the list of rules. */
export const RULE_GROUPS = {
  water: 'Вода',
  fish: 'Рыба и садки',
  feed: 'Кормление и склад',
  farm: 'Хозяйство',
} as const
export type RuleGroup = keyof typeof RULE_GROUPS

export interface RuleData {
  /** its id in the audit log: given once, and to no other rule later */
  number: number
  group: RuleGroup
  title: string
  /** one sentence for whoever decides whether to switch it on */
  about: string
  icon: IconName
  /** who may know of its alarms; all of them where there are several */
  ability: Ability | readonly Ability[] | 'signed-in'
  terms: Record<string, TermField>
  worse: Timing['worse']
  /** what it looks at is known of today alone: a forecast, what is left */
  now?: true
}

/** Minutes; of readings. */
const WAITS = {
  hold: { title: 'Держится, мин', min: 0, max: 1440, initial: 15, whole: true },
  recover: { title: 'Снять, если в норме, мин', min: 0, max: 1440, initial: 30, whole: true },
  silence: { title: 'Нет данных дольше, ч', min: 1, max: 336, initial: 30, whole: true },
} as const satisfies Record<string, TermField>

export const ALARM_RULES = {
  oxygen: {
    number: 1,
    group: 'water',
    title: 'Мало кислорода',
    about:
      'Насыщение ниже линии, которая зависит от температуры воды, или кислород ниже опасного. Линия и опасный кислород — в настройках хозяйства.',
    icon: 'alert',
    ability: 'signed-in',
    worse: 'low',
    terms: {
      margin: { title: 'Выше опасной линии насыщения на', unit: '%', min: 0, max: 50, initial: 5 },
      gap: { title: 'В норме, если выше ещё на', unit: '%', min: 0, max: 30, initial: 3 },
      ...WAITS,
    },
  },
  supersaturation: {
    number: 8,
    group: 'water',
    title: 'Много кислорода',
    about: 'Вода перенасыщена: от этого у рыбы бывает газопузырьковая болезнь.',
    icon: 'up',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      limit: { title: 'Насыщение выше', unit: '%', min: 100, max: 300, initial: 120 },
      gap: { title: 'В норме, если ниже ещё на', unit: '%', min: 0, max: 50, initial: 5 },
      hold: WAITS.hold,
      recover: WAITS.recover,
    },
  },
  temperature: {
    number: 2,
    group: 'water',
    title: 'Температура воды',
    about: 'Вода холоднее или теплее, чем нужно рыбе.',
    icon: 'temp',
    ability: 'signed-in',
    worse: 'low',
    terms: {
      low: { title: 'Холоднее', unit: '°C', min: -2, max: 40, initial: 0.5 },
      high: { title: 'Теплее', unit: '°C', min: -2, max: 40, initial: 19, above: 'low' },
      gap: { title: 'В норме, если внутри ещё на', unit: '°C', min: 0, max: 10, initial: 0.5 },
      ...WAITS,
    },
  },
  measurement: {
    number: 3,
    group: 'water',
    title: 'Пропущен замер',
    about: 'Параметр воды давно не меряли. О кислороде и температуре говорят их правила.',
    icon: 'clock',
    ability: 'signed-in',
    worse: 'high',
    terms: { silence: { ...WAITS.silence, title: 'Замера нет дольше, ч' } },
  },
  sensor: {
    number: 4,
    group: 'water',
    title: 'Датчик молчит',
    about: 'Внешнее приложение перестало присылать показания.',
    icon: 'wifi0',
    ability: 'manage external apps',
    worse: 'high',
    terms: { silence: { ...WAITS.silence, title: 'Показаний нет дольше, ч', initial: 24 } },
  },
  mortality: {
    number: 5,
    group: 'fish',
    title: 'Отход выше обычного',
    about: 'Отход садка выше его собственного обычного: накопленная сумма за дни или доля рыбы за один день.',
    icon: 'bone',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      sum: { title: 'Накопленная сумма больше', unit: 'отклонений', min: 1, max: 20, initial: 4 },
      percent: { title: 'Или за день не меньше', unit: '% рыбы', min: 0.01, max: 100, initial: 0.5 },
      fish: { title: 'Если погибло не меньше', unit: 'шт', min: 1, max: 100_000, initial: 5, whole: true },
    },
  },
  density: {
    number: 9,
    group: 'fish',
    title: 'Плотность выше предельной',
    about: 'Рыбы на кубометр больше, чем разрешает садок или настройка хозяйства. Считается по нынешнему объёму садка.',
    icon: 'cages',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      share: { title: 'Больше предельной плотности', unit: '%', min: 10, max: 300, initial: 100 },
      gap: { title: 'В норме, если ниже ещё на', unit: '%', min: 0, max: 50, initial: 3 },
    },
  },
  net: {
    number: 12,
    group: 'fish',
    title: 'Пора менять дель',
    about: 'Дель стоит в садке дольше, чем положено. Считается с дня, когда её закрепили.',
    icon: 'refresh',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      days: { title: 'Стоит дольше', unit: 'дн', min: 1, max: 1000, initial: 90, whole: true },
    },
  },
  unfed: {
    number: 6,
    group: 'feed',
    title: 'Пропущено кормление',
    about:
      'К этому часу не кормили садок, который кормили в прошлые дни. Дни, на которые план не ставит корма, не в счёт.',
    icon: 'feed',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      hour: { title: 'Смотреть с', unit: 'ч', min: 0, max: 23, initial: 20, whole: true },
      days: { title: 'Кормили в каждый из прошлых дней', unit: 'дн', min: 1, max: 14, initial: 2, whole: true },
    },
  },
  plan: {
    number: 7,
    group: 'feed',
    title: 'План дня не выполнен',
    about: 'К этому часу не кормили садок, которому план дня даёт корм.',
    icon: 'feed',
    ability: 'view feed calcs',
    worse: 'high',
    terms: {
      hour: { title: 'Смотреть с', unit: 'ч', min: 0, max: 23, initial: 20, whole: true },
    },
  },
  supply: {
    number: 10,
    group: 'feed',
    title: 'Пора заказать корм',
    about: 'Прогноз говорит, что корм кончится, и подходит последний день, когда его можно заказать вовремя.',
    icon: 'box',
    ability: ['view feed calcs', 'read stocks'],
    worse: 'last',
    now: true,
    terms: {
      days: { title: 'Сказать раньше этого дня на', unit: 'дн', min: 0, max: 30, initial: 0, whole: true },
    },
  },
  best_before: {
    number: 11,
    group: 'feed',
    title: 'Срок годности',
    about: 'Срок партии корма, лекарства или материала на складе кончается или прошёл.',
    icon: 'clock',
    ability: 'read stocks',
    worse: 'last',
    now: true,
    terms: {
      days: { title: 'Сказать раньше на', unit: 'дн', min: 0, max: 365, initial: 30, whole: true },
    },
  },
  product_best_before: {
    number: 15,
    group: 'feed',
    title: 'Срок годности продукции',
    about: 'Срок партии продукции цеха на складе кончается или прошёл.',
    icon: 'clock',
    ability: ['read stocks', 'access workshop'],
    worse: 'last',
    now: true,
    terms: {
      days: { title: 'Сказать раньше на', unit: 'дн', min: 0, max: 365, initial: 3, whole: true },
    },
  },
  task: {
    number: 13,
    group: 'farm',
    title: 'Задача просрочена',
    about: 'Время задачи прошло, а она не выполнена.',
    icon: 'check',
    ability: 'view tasks',
    worse: 'last',
    now: true,
    terms: {
      hours: { title: 'Просрочена больше чем на', unit: 'ч', min: 0, max: 720, initial: 0, whole: true },
    },
  },
  subscription: {
    number: 14,
    group: 'farm',
    title: 'Подписка кончается',
    about: 'После конца подписки записывать нельзя, можно только читать.',
    icon: 'card',
    ability: 'access subscription',
    worse: 'last',
    now: true,
    terms: {
      days: { title: 'Сказать раньше на', unit: 'дн', min: 1, max: 90, initial: 14, whole: true },
    },
  },
} as const satisfies Record<string, RuleData>
