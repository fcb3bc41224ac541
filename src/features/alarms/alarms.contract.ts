/** Alarms: what rings, what rang, and the rules. Moments are farm time, 'YYYY-MM-DDTHH:mm'. */
import * as z from 'zod'
import { ALARM_KINDS, ALARM_STATES, type AlarmState, termsSchema } from '../../shared/alarms/rules'
import type { Column } from '../../shared/columns'
import { endpoint, nothing } from '../../shared/contract'
import * as f from '../../shared/fields'
import { filterFields } from '../../shared/filters'

const area = 'alarms'
const reads = ['alarms', 'places', 'people', 'goods'] as const

const STATE_NAMES = Object.keys(ALARM_STATES) as [AlarmState, ...AlarmState[]]

export const alarmRow = z.object({
  id: z.number(),
  kind: z.enum(ALARM_KINDS),
  kind_name: z.string(),
  state: z.enum(STATE_NAMES),
  state_name: z.string(),
  danger: z.boolean(),
  /** what is so, at its worst */
  text: z.string(),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  cage_id: z.number().nullable(),
  cage_number: z.string().nullable(),
  stock_name: z.string().nullable(),
  started: z.string(),
  /** when it began to ring; null while it waits */
  rang: z.string().nullable(),
  ended: z.string().nullable(),
  /** why it is over */
  ending: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
  acknowledged_by: z.string().nullable(),
  word: z.string().nullable(),
  snoozed_until: z.string().nullable(),
  href: z.string(),
  /** people who were told beside the bell: «Анна Вересова: письмо 24.11.2026 03:10» */
  told: z.array(z.string()),
})
z.globalRegistry.add(alarmRow, { id: 'Alarm' })
export type AlarmRow = z.infer<typeof alarmRow>

/** The journal of what rang. */
export const ALARM_JOURNAL = { title: 'Журнал тревог' }

export const alarmColumns: Column[] = [
  { key: 'started', title: 'Началась', type: 'datetime', always: true },
  { key: 'kind_name', title: 'Тревога', type: 'text' },
  { key: 'location_name', title: 'Модуль', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage' },
  { key: 'text', title: 'Что случилось', type: 'text', fill: true, unsorted: true },
  { key: 'ended', title: 'Снята', type: 'datetime' },
  { key: 'ending', title: 'Почему снята', type: 'text', optional: true, unsorted: true },
  { key: 'acknowledged_by', title: 'Кто принял', type: 'text' },
  { key: 'word', title: 'Что сделали', type: 'text', optional: true },
]

const ruleRow = z.object({
  kind: z.enum(ALARM_KINDS),
  on: z.boolean(),
  terms: z.record(z.string(), z.number()),
  letters: z.boolean(),
  push: z.boolean(),
  /** who is told beside the bell */
  people: z.array(z.number()),
  /** they are told again while nobody has acknowledged it; null is once */
  repeat_hours: z.number().nullable(),
  checked_at: z.string().nullable(),
  /** why it could not be looked at last */
  fault: z.string().nullable(),
  /** how many ring now */
  active: z.number(),
})
z.globalRegistry.add(ruleRow, { id: 'AlarmRule' })
export type RuleRow = z.infer<typeof ruleRow>

const kind = f.oneOf(ALARM_KINDS)
const terms = z.record(z.string().max(20), z.union([z.number(), z.string().max(30)]))

interface Given {
  kind: (typeof ALARM_KINDS)[number]
  terms: z.output<typeof terms>
}

/** Each threshold is refused under its own field. */
function checkTerms({ kind: of, terms: typed }: Given, context: z.RefinementCtx): void {
  const read = termsSchema(of).safeParse(typed)
  for (const issue of read.error?.issues ?? [])
    context.addIssue({ ...issue, path: ['terms', ...issue.path], input: undefined } as never)
}

const episode = z.object({
  started: z.string(),
  ended: z.string().nullable(),
  location_name: z.string().nullable(),
  cage_number: z.string().nullable(),
  stock_name: z.string().nullable(),
  danger: z.boolean(),
  text: z.string(),
  href: z.string(),
})
export type PastEpisode = z.infer<typeof episode>

export const alarmCalls = {
  open: endpoint({
    method: 'GET',
    path: '/alarms/open',
    reads,
    ability: 'signed-in',
    area,
    summary: 'Тревоги, которые идут или ждут сейчас, опасные и новые первыми',
    details: 'Не больше 500. Каждый видит тревоги своих модулей и складов.',
    input: nothing,
    answer: z.array(alarmRow),
  }),
  list: endpoint({
    method: 'GET',
    path: '/alarms',
    reads,
    ability: 'signed-in',
    area,
    summary: 'Тревоги, которые начались за период, от новых к старым',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      kind: kind.optional(),
      ...filterFields('module', 'cages'),
      ...f.paging,
    }),
    answer: z.union([
      z.array(alarmRow),
      z.object({ rows: z.array(alarmRow), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/alarms/{id}/acknowledge',
    ability: 'signed-in',
    area,
    summary: 'Принять тревогу: о ней знают, и колокольчик о ней молчит',
    example: { id: 1, word: 'Включили аэратор' },
    input: z.object({ id: f.id(), word: f.optionalText(500) }),
    answer: alarmRow,
  }),
  snooze: endpoint({
    method: 'POST',
    path: '/alarms/{id}/snooze',
    ability: 'signed-in',
    area,
    summary: 'Отложить тревогу на несколько часов: если она не пройдёт, о ней скажут снова',
    example: { id: 1, hours: 2 },
    input: z.object({ id: f.id(), hours: f.integer(1, 168) }),
    answer: alarmRow,
  }),
  rules: endpoint({
    method: 'GET',
    path: '/alarm-rules',
    name: 'getAlarmRules',
    reads: ['alarms', 'people'],
    ability: 'access settings',
    area,
    summary: 'Правила тревог: что включено и с какими порогами',
    input: nothing,
    answer: z.array(ruleRow),
  }),
  people: endpoint({
    method: 'GET',
    path: '/alarm-rules/people',
    name: 'getAlarmPeople',
    reads: ['people'],
    ability: 'access settings',
    area,
    summary: 'Кому можно сообщать о тревогах',
    input: nothing,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/alarm-rules/{kind}',
    name: 'saveAlarmRule',
    ability: 'access settings',
    area,
    summary: 'Включить, выключить или изменить правило; его тревоги снимаются, и следующая проверка начинает заново',
    example: {
      kind: 'mortality',
      on: true,
      terms: { sum: 4, percent: 0.5, fish: 5 },
      letters: false,
      push: false,
      people: [],
      repeat_hours: 4,
    },
    input: z
      .object({
        kind,
        on: f.flag(),
        terms,
        letters: f.flag(),
        push: f.flag(),
        people: z.array(f.id()).max(50).default([]),
        repeat_hours: f.optional(f.integer(1, 168)),
      })
      .superRefine(checkTerms),
    answer: ruleRow,
  }),
  history: endpoint({
    method: 'POST',
    path: '/alarm-rules/{kind}/history',
    name: 'tryAlarmRule',
    ability: 'access settings',
    area,
    dry: true,
    slow: true,
    summary: 'Сколько раз правило сработало бы за год, с последними случаями',
    details:
      'Правила о прогнозах, остатках, задачах и подписке прошлого не знают: они говорят, что сработало бы сейчас.',
    example: { kind: 'mortality', terms: { sum: 4, percent: 0.5, fish: 5 } },
    input: z.object({ kind, terms }).superRefine(checkTerms),
    answer: z.object({
      count: z.number(),
      /** of them that nothing was observed */
      silent: z.number(),
      /** the last ones */
      episodes: z.array(episode),
    }),
  }),
}
