/** What happened in a cage: its latest operations, and all of a period. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { anyRow } from '../../../core/documents/why/why.contract'
import { kinds, type KindName } from '../../../core/documents/kinds/kinds.contract'
import { cageRow } from '../../../core/cages/cage.contract'

const latest = z.object(
  Object.fromEntries((Object.keys(kinds) as KindName[]).map((name) => [name, anyRow.nullable()])) as Record<
    KindName,
    z.ZodNullable<typeof anyRow>
  >,
)

/** The cage, and its last operation of each kind: a row of that kind's journal. */
const info = z.object({ cage: cageRow, ...latest.shape })
export type CageInfoAnswer = z.infer<typeof info>

const page = z.object({ rows: z.array(anyRow), total: z.number(), footer: z.record(z.string(), z.number()) })

export const RECENT_DAYS = 14

export const historyCalls = {
  info: endpoint({
    method: 'GET',
    path: '/cages/info/{cageId}',
    reads: ['fish', 'goods', 'water', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Последние операции садка по видам, сейчас',
    input: z.object({ cageId: f.id() }),
    answer: info,
  }),
  infoOnDate: endpoint({
    method: 'GET',
    path: '/get-cage-info',
    reads: ['fish', 'goods', 'water', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Последние операции садка по видам на конец дня',
    input: z.object({ date: f.instant('end'), cageId: f.id() }),
    answer: info,
  }),
  recent: endpoint({
    method: 'GET',
    path: '/cages/recent/{cageId}',
    reads: ['fish', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Корм вчера и отход садка за последние 14 дней',
    input: z.object({ cageId: f.id() }),
    answer: z.object({
      /** kg of feed given yesterday, and the last appetite of that day */
      fed: z.number(),
      appetite: z.number().nullable(),
      /** pieces lost on each of the last days, today last */
      lost: z.array(z.number()).length(RECENT_DAYS),
    }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/cages/all-operations/{cageId}',
    reads: ['fish', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Все операции садка за период, от новых к старым',
    input: z.object({
      cageId: f.id(),
      start: f.instant('start'),
      end: f.instant('end'),
      page: f.paging.page,
      per_page: f.paging.per_page,
    }),
    answer: z.union([z.array(anyRow), page]),
  }),
}

/** Columns of «Все операции»: the kind's title, and its text for the row. */
export const historyColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'operation', title: 'Операция', type: 'text' },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг' },
  { key: 'what', title: 'Что записано', type: 'text' },
  { key: 'note', title: 'Примечание', type: 'text', fill: true },
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
  { key: 'created_datetime', title: 'Создано', type: 'datetime', optional: true, yields: true },
]
