/** Feedings and losses of many cages at once: their rows are written like single operations, together. */
import { addDays } from '../../../shared/dates'
import type { Endpoint } from '../../../shared/contract'
import { route, type Route } from '../../../server/http/route'
import { requireCages } from '../../cages/cages.server'
import type { KindServer } from '../engine/document.server'
import { feeding } from '../kinds/feeding/feeding.server'
import { createBatch, removeBatch } from '../engine/write/operations.server'
import type { Registry } from '../engine/write/posting.server'
import { fedDays, openCages } from '../recent/recent.server'
import { retreat } from '../kinds/retreat/retreat.server'
import type { CommonInput, Request } from '../engine/rows.server'
import { cageOfRow, feedingBatch, retreatBatch } from './batch.contract'

interface Input {
  date: string
  time: string
  batch: Record<string, object>
}

/** The kind's field with the cage, and the field under which errors of the cage are reported. */
type CageAndMain = ['cage_id' | 'from_id', string]

function requestOf({ date, time, batch }: Input, ...[cageKey, main]: CageAndMain): Request {
  const rows = Object.entries(batch).map(([cage, row]) => ({
    input: { ...row, date, time, [cageKey]: cageOfRow(cage) } as CommonInput,
    nameOf: (field: string) =>
      field === 'date' || field === 'time' ? field : `batch.${cage}.${field === cageKey ? main : field}`,
  }))
  return { rows, batch: true }
}

const template = route(feedingBatch.template, async ({ date, cage_ids }, context) => {
  const cages = cage_ids ? [...(await requireCages(context, cage_ids)).keys()] : await openCages(context)
  const before = addDays(date, -1)
  return (await fedDays(context, before, before, cages)).map(({ day: _, ...row }) => row)
})

interface Calls {
  create: Endpoint
  remove: Endpoint
}

const writes = ({ create, remove }: Calls, kind: KindServer, registry: Registry, ...keys: CageAndMain): Route[] => [
  route(create, (input, context) => createBatch(kind, registry, requestOf(input as Input, ...keys), context)),
  route(remove, (input, context) => removeBatch(kind, registry, (input as { ids: number[] }).ids, context)),
]

export const batchRoutes = (registry: Registry): Route[] => [
  template,
  ...writes(feedingBatch, feeding, registry, 'cage_id', 'volume'),
  ...writes(retreatBatch, retreat, registry, 'from_id', 'count'),
]
