/** «Пересчитать прирост»: feedings of a period get the terms of today's norms, calculations and readings. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'

const area = 'feeding'
const ability = 'update feed calcs'

const period = { start: f.day(), end: f.day(), ...filterFields('cages', 'module') }

const cage = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  count: z.number(),
  /** kilograms after the last operation that changes */
  weight_before: z.number(),
  weight_after: z.number(),
  avg_weight_before: z.number(),
  avg_weight_after: z.number(),
})

const preview = z.object({
  /** feedings of the period, and those among them whose terms change */
  feedings: z.number(),
  changed: z.number(),
  /** cages whose fish change, in the order of their numbers */
  cages: z.array(cage),
  /** of what would change; sent with the recalculation, which is refused when it is no longer so */
  digest: z.string(),
})
export type GrowthPreview = z.infer<typeof preview>

export const STATES = { waiting: 'Считается', done: 'Выполнен', refused: 'Не выполнен' } as const

const recalculation = z.object({
  id: z.number(),
  start: z.string(),
  end: z.string(),
  /** that changed; 0 until it is done */
  cages: z.number(),
  changed: z.number(),
  user: z.string().nullable(),
  /** when it was done, or ordered */
  datetime: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  /** days of the period, while it is under way: all cages are folded together, day after day */
  done: z.number().nullable(),
  total: z.number().nullable(),
  /** why it was refused: nothing has changed then */
  reason: z.string().nullable(),
  undone: z.boolean(),
})

export type Recalculation = z.infer<typeof recalculation>

export const changedCageColumns: Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'avg_weight_before', title: 'Навеска сейчас', type: 'average' },
  { key: 'avg_weight_after', title: 'Навеска станет', type: 'average' },
  { key: 'weight_before', title: 'Биомасса сейчас', type: 'kg', unit: 'кг' },
  { key: 'weight_after', title: 'Биомасса станет', type: 'kg', unit: 'кг' },
]

export const recalculationColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime', always: true },
  { key: 'start', title: 'С', type: 'text' },
  { key: 'end', title: 'По', type: 'text' },
  { key: 'state_name', title: 'Статус', type: 'text', words: true },
  { key: 'cages', title: 'Садков', type: 'count', noZero: true },
  { key: 'changed', title: 'Кормлений', type: 'count', noZero: true },
  { key: 'user', title: 'Пользователь', type: 'text', fill: true },
  { key: 'undone', title: 'Отменён', type: 'flag' },
]

export const growthCalls = {
  preview: endpoint({
    method: 'POST',
    path: '/growth/preview',
    ability: 'view feed calcs',
    area,
    slow: true,
    dry: true,
    reads: ['fish', 'lists', 'water'],
    summary: 'Прирост: что изменит пересчёт за период (ничего не сохраняет)',
    input: z.object(period),
    answer: preview,
  }),
  recalculate: endpoint({
    method: 'POST',
    path: '/growth/recalculate',
    ability,
    area,
    summary: 'Прирост: пересчитать за период по сегодняшним нормам и замерам',
    details: 'Ставит задание: как оно идёт и чем кончилось, говорит список пересчётов. Второе сразу получает 409.',
    input: z.object({ ...period, digest: f.text(64) }),
    answer: recalculation,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/growth/recalculations/{id}/undo',
    ability,
    area,
    slow: true,
    summary: 'Прирост: отменить пересчёт',
    input: z.object({ id: f.id() }),
    answer: recalculation,
  }),
  list: endpoint({
    method: 'GET',
    path: '/growth/recalculations',
    // how far it has come is of this moment
    kept: false,
    ability: 'view feed calcs',
    area,
    reads: ['fish'],
    summary: 'Прирост: последние пересчёты',
    input: z.object({}),
    answer: z.array(recalculation),
  }),
}
