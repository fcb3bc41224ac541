/** The rules of alarms as data: what each watches, its thresholds with their bounds, and how long it waits. */
import * as z from 'zod'
import type { Ability } from '../abilities'
import type { IconName } from '../icon-names'
import { MILLIONTHS, parseDecimal, toUnits } from '../numbers'
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

interface RuleData {
  /** its id in the audit log: given once, and to no other rule later */
  number: number
  title: string
  /** one sentence for whoever decides whether to switch it on */
  about: string
  icon: IconName
  /** who may know of its alarms */
  ability: Ability | 'signed-in'
  terms: Record<string, TermField>
  worse: Timing['worse']
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
  temperature: {
    number: 2,
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
    title: 'Пропущен замер',
    about: 'Параметр воды давно не меряли. О кислороде и температуре говорят их правила.',
    icon: 'clock',
    ability: 'signed-in',
    worse: 'high',
    terms: { silence: { ...WAITS.silence, title: 'Замера нет дольше, ч' } },
  },
  sensor: {
    number: 4,
    title: 'Датчик молчит',
    about: 'Внешнее приложение перестало присылать показания.',
    icon: 'wifi0',
    ability: 'manage external apps',
    worse: 'high',
    terms: { silence: { ...WAITS.silence, title: 'Показаний нет дольше, ч', initial: 24 } },
  },
  mortality: {
    number: 5,
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
  unfed: {
    number: 6,
    title: 'Пропущено кормление',
    about:
      'К этому часу не кормили садок, который кормили в прошлые дни. Дни, на которые план не ставит корма, не в счёт.',
    icon: 'feed',
    ability: 'signed-in',
    worse: 'high',
    terms: {
      hour: { title: 'Смотреть с часа', unit: 'ч', min: 0, max: 23, initial: 20, whole: true },
      days: { title: 'Кормили в каждый из прошлых дней', unit: 'дн', min: 1, max: 14, initial: 2, whole: true },
    },
  },
} as const satisfies Record<string, RuleData>

export type AlarmKind = keyof typeof ALARM_RULES
export const ALARM_KINDS = Object.keys(ALARM_RULES) as [AlarmKind, ...AlarmKind[]]
export type AlarmTerms<K extends AlarmKind = AlarmKind> = Record<
  keyof (typeof ALARM_RULES)[K]['terms'] & string,
  number
>

export const ruleData = (kind: AlarmKind): RuleData => ALARM_RULES[kind]

const termSchema = ({ min, max, whole }: TermField) => {
  const message = whole ? 'Введите целое число от {{min}} до {{max}}' : 'Введите число от {{min}} до {{max}}'
  return z.unknown().transform((typed, context) => {
    const parts = parseDecimal(typed, 6)
    const value = parts === null ? NaN : toUnits(parts)
    if (value >= min && value <= max && (!whole || parts! % MILLIONTHS === 0)) return value
    context.addIssue({ code: 'custom', message, params: { min, max } })
    return z.NEVER
  })
}

function schemaOf(kind: AlarmKind) {
  const fields = Object.entries(ruleData(kind).terms)
  return z
    .object(Object.fromEntries(fields.map(([key, field]) => [key, termSchema(field)])))
    .superRefine((terms, context) => {
      for (const [key, { above }] of fields)
        if (above !== undefined && terms[key]! <= terms[above]!)
          context.addIssue({ code: 'custom', path: [key], message: 'Верхний порог не выше нижнего' })
    })
}

const schemas = new Map(ALARM_KINDS.map((kind) => [kind, schemaOf(kind)]))

/** Thresholds as they are typed or stored → numbers. */
export const termsSchema = (kind: AlarmKind) => schemas.get(kind)!

export const initialTerms = (kind: AlarmKind): Record<string, number> =>
  Object.fromEntries(Object.entries(ruleData(kind).terms).map(([key, { initial }]) => [key, initial]))

/** What has been stored, with the initial value of a threshold that came later. */
export function storedTerms<K extends AlarmKind>(kind: K, stored: unknown): AlarmTerms<K> {
  const read = termsSchema(kind).safeParse({ ...initialTerms(kind), ...(stored as object) })
  return (read.success ? read.data : initialTerms(kind)) as AlarmTerms<K>
}

const waits = (terms: Record<string, number>, key: string) => terms[key] ?? 0

export const timingOf = (kind: AlarmKind, terms: Record<string, number>): Timing => ({
  hold: waits(terms, 'hold'),
  recover: waits(terms, 'recover'),
  worse: ruleData(kind).worse,
})

/** Minutes after which a series that says nothing is told; null for rules that do not ask. */
export const silenceOf = (terms: Record<string, number>): number | null =>
  terms['silence'] === undefined ? null : terms['silence'] * 60

/** How an alarm stands, by its moments. */
export const ALARM_STATES = {
  pending: 'Ждёт',
  active: 'Звучит',
  recovering: 'Приходит в норму',
  no_data: 'Нет данных',
  resolved: 'Снята',
} as const
export type AlarmState = keyof typeof ALARM_STATES

/** Why an alarm is over. */
export const ENDINGS = {
  over: 'Прошло само',
  data: 'Записи исправлены: причины больше нет',
  rule: 'Правило изменили или выключили',
} as const
export type Ending = keyof typeof ENDINGS
