/** Cages with fish for which a day's feed is not said, or said more than once. */
import { dayOf, showDay } from '../../shared/dates'
import { route } from '../../server/http/route'
import { readCages } from '../cages/cage-rows.server'
import { calcsOn } from './assigned.server'
import { calcCalls, type Coverage } from './calcs.contract'
import { moduleNames } from './modules.server'

export const coverage = route(calcCalls.coverage, async ({ date }, context) => {
  const { tx, company } = context
  const today = dayOf(company.now)
  const day = date ?? today
  // fish of a coming day are those of now
  const at = day < today ? `${day}T23:59` : null
  const cages = (await readCages(context, { at })).filter(({ count }) => count > 0)
  const [found, names] = await Promise.all([
    calcsOn(
      tx,
      company.id,
      cages.map(({ id }) => ({ cage: id, day })),
    ),
    moduleNames(context),
  ])
  const rows = cages.map(({ id, number, location_id }, index): Coverage => ({
    cage_id: id,
    cage_number: number,
    location_id,
    location_name: names.get(location_id) ?? '',
    calcs: found[index]!.map(({ calc, name }) => ({ id: calc, name })),
  }))
  return {
    date: showDay(day),
    without: rows.filter(({ calcs }) => calcs.length === 0),
    several: rows.filter(({ calcs }) => calcs.length > 1),
  }
})
