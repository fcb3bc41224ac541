/** The fish of each cage as a day ends, group by group, and what they have cost. */
import { dayOf, showDay } from '../../../../shared/dates'
import { NO_MODULE } from '../../../../shared/fields'
import { fieldErrors, forbidden } from '../../../../server/errors'
import { route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { readCages, readLocations, totalsOf } from '../../../../core/cages/cage-rows.server'
import { figuresOf } from '../../../../core/reports/fish-cost/figures.server'
import { readFishCost } from '../../../../core/reports/fish-cost/fish-cost.server'
import { holdingCall } from './holding.contract'

export const holdingRoute = route(holdingCall, async ({ date, location_id }, context) => {
  const { company, user } = context
  const today = dayOf(company.now)
  const day = date ?? today
  if (day > today) throw fieldErrors({ date: 'Этот день ещё не наступил' })
  if (location_id !== null && location_id !== NO_MODULE && !scope(user).opensModule(location_id)) throw forbidden()
  const at = `${day}T23:59`
  const all = readCages(context, { at })
  const [cages, modules] = await Promise.all([all, readLocations(context, all, at)])
  const costs = await readFishCost(context, { date: day })
  const costOf = new Map(costs?.map((one) => [one.group.id, figuresOf([one])]))
  const asked = cages.filter((cage) => location_id === null || cage.location_id === location_id)
  const nameOf = new Map(modules.map(({ id, name }) => [id, name]))
  const { count, avg_weight, weight } = totalsOf(asked)
  const known = costs?.filter(({ group }) => location_id === null || group.location === location_id)
  const whole = known ? figuresOf(known) : null
  return {
    date: showDay(day),
    rows: asked
      .toSorted((one, other) => one.location_id - other.location_id)
      .flatMap(({ id, number, color, location_id, groups }) =>
        groups.map((group) => ({
          id: `${id}:${group.generation_id}:${group.age_category_id}`,
          ...{ cage_id: id, cage_number: number, color, location_id },
          location_name: nameOf.get(location_id) ?? '',
          species_name: group.species_name,
          generation_name: group.generation_name,
          age_category_name: group.age_category_name,
          ...{ count: group.count, avg_weight: group.avg_weight, weight: group.weight },
          ...{ cost: costOf.get(group.id)?.cost ?? null, per_kg: costOf.get(group.id)?.per_kg ?? null },
        })),
      ),
    total: { count, avg_weight, weight, cost: whole?.cost ?? null, per_kg: whole?.per_kg ?? null },
    open: costs !== null,
    unpriced: whole !== null && whole.unpriced_feed + whole.unpriced_fish > 0,
    limited: !scope(user).allModules,
  }
})
