/** Rules that place tasks by themselves: what a task waits for, and on which day it stands for now. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { RULE_KINDS, SINCE } from '../../../shared/task-statuses'
import { rowFlags } from '../../../core/lists/kit/library-kit.contract'

const area = 'tasks'

export type RuleKind = keyof typeof RULE_KINDS
export const RULE_KIND_NAMES = Object.keys(RULE_KINDS) as [RuleKind, ...RuleKind[]]

export const SINCE_NAMES = Object.keys(SINCE) as [keyof typeof SINCE, ...(keyof typeof SINCE)[]]

const ruleRow = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(RULE_KIND_NAMES),
  kind_name: z.string(),
  cage_id: z.number().nullable(),
  cage_number: z.string().nullable(),
  good_id: z.number().nullable(),
  good_name: z.string().nullable(),
  /** kg */
  weight: z.number().nullable(),
  degree_days: z.number().nullable(),
  since: z.enum(SINCE_NAMES).nullable(),
  days: z.number().nullable(),
  starts_on: z.string().nullable(),
  executor_id: z.number().nullable(),
  executor_name: z.string().nullable(),
  note: z.string().nullable(),
  /** 'YYYY-MM-DD' of its open task; null when it has none */
  next: z.string().nullable(),
  ...rowFlags,
})
z.globalRegistry.add(ruleRow, { id: 'TaskRule' })
export type RuleRow = z.infer<typeof ruleRow>

export const ruleColumns: Column[] = [
  { key: 'title', title: 'Задача', type: 'text', always: true, fill: true },
  { key: 'kind_name', title: 'Когда', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage' },
  { key: 'good_name', title: 'Корм', type: 'text', optional: true },
  { key: 'executor_name', title: 'Исполнитель', type: 'text' },
  { key: 'next', title: 'Стоит на', type: 'day' },
]

/** What the day is made of. */
const when = {
  kind: f.oneOf(RULE_KIND_NAMES),
  cage_id: f.optionalId(),
  good_id: f.optionalId(),
  weight: f.optional(f.kilograms()),
  degree_days: f.optional(f.count()),
  since: f.optional(f.oneOf(SINCE_NAMES)),
  days: f.optional(f.count()),
  starts_on: f.optional(f.day()),
}

const fields = {
  title: f.name(200),
  ...when,
  executor_id: f.optionalId(),
  note: f.optionalText(2000),
}

const example = { title: 'Сменить сетку', kind: 'every' as const, days: 30, starts_on: '01.12.2026', executor_id: 2 }

export const ruleCalls = {
  list: endpoint({
    method: 'GET',
    path: '/task-rules',
    name: 'getTaskRules',
    reads: ['tasks', 'people', 'places', 'goods'],
    ability: 'view tasks',
    area,
    summary: 'Правила, которые сами ставят задачи',
    input: z.object({}),
    answer: z.array(ruleRow),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/task-rules/preview',
    name: 'previewTaskRule',
    reads: ['tasks', 'fish', 'goods', 'plans', 'water'],
    ability: 'view tasks',
    area,
    summary: 'На какой день правило поставит задачу',
    input: z.object(when),
    answer: z.object({
      /** 'YYYY-MM-DD'; null when nothing tells the day yet */
      day: z.string().nullable(),
      /** the same in words */
      text: z.string(),
    }),
    example: { kind: 'every', days: 30, starts_on: '01.12.2026' },
  }),
  create: endpoint({
    method: 'POST',
    path: '/task-rules',
    name: 'createTaskRule',
    ability: 'create tasks',
    area,
    summary: 'Создать правило; его задача появляется сразу',
    example,
    input: z.object(fields),
    answer: ruleRow,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/task-rules/{id}',
    name: 'updateTaskRule',
    ability: 'update tasks',
    area,
    summary: 'Изменить правило; его задача встаёт на новый день',
    example: { ...example, id: 1 },
    input: z.object({ id: f.id(), ...fields, version: f.optionalText(20) }),
    answer: ruleRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/task-rules/{id}',
    name: 'deleteTaskRule',
    ability: 'delete tasks',
    area,
    summary: 'Удалить правило; его невыполненная задача остаётся',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
}
