/** What follows from the data of the rules of alarms: their schemas, stored thresholds, waits and words. */
import * as z from 'zod'
import { MILLIONTHS, parseDecimal, toUnits } from '../numbers'
import type { Timing } from './episodes'
import { ALARM_RULES, type RuleData, type TermField } from './rule-data'

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
  active: 'Тревога',
  recovering: 'Приходит в норму',
  no_data: 'Нет данных',
  resolved: 'Снята',
} as const
export type AlarmState = keyof typeof ALARM_STATES

/** Why an alarm is over. */
export const ENDINGS = {
  over: 'Причина прошла',
  data: 'Записи исправлены: причины больше нет',
  rule: 'Правило изменили или выключили',
} as const
export type Ending = keyof typeof ENDINGS
