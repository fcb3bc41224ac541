import { dayOf, timeOf } from '../../../../shared/dates'
import { fieldErrors } from '../../../../server/errors'
import { type Context, route } from '../../../../server/http/route'
import { cageCalls } from '../../../cages/cage.contract'
import { requireCages } from '../../../cages/cages.server'
import type { DocumentKind } from '../../engine/document.server'
import { groupRowOf } from '../../engine/journal.server'
import { cagesOf, create } from '../../engine/write/operations.server'
import type { Registry } from '../../engine/write/posting.server'
import { each } from '../../engine/rows.server'
import { categoryChange as contract } from './category-change.contract'

export const categoryChange: DocumentKind = {
  contract,
  row: (row) => ({ cage_id: row.cage_id, number: row.number, location_id: row.location_id, ...groupRowOf(row) }),
}

/** The given moment, now without one. */
function momentOf({ company }: Context, date: string | null, time: string | null) {
  if (date === null && time === null) return { date: dayOf(company.now), time: timeOf(company.now) }
  if (date === null) throw fieldErrors({ date: 'Введите дату, например 20.11.2026' })
  if (time === null) throw fieldErrors({ time: 'Введите время, например 08:30' })
  return { date, time }
}

export const categoryRoute = (registry: Registry) =>
  route(cageCalls.changeCategory, async ({ cageId, generationId, category_id, date, time }, context) => {
    await requireCages(context, [cageId])
    const group = { cage_id: cageId, generation_id: generationId, age_category_id: category_id }
    const request = each([{ ...momentOf(context, date, time), ...group }])
    const { documents, folded } = await create(categoryChange, registry, request, context)
    const cages = await cagesOf(context, documents, folded?.cages)
    return { id: documents[0]!.id, cage: cages.find(({ id }) => id === cageId)!, cages }
  })
