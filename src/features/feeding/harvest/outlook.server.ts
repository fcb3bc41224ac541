/** What open rows of the harvest plan meet on their days: fish, density, feed that is planned, withdrawal periods. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { isOpenOn } from '../../../shared/fish/withdrawal-period'
import { averageKg, divRound, toKg, toMg } from '../../../shared/numbers'
import { at, say, type Speak } from '../../../shared/say'
import type { Context } from '../../../server/http/route'
import type { CageRow } from '../../../core/cages/cage.contract'
import { readCages } from '../../../core/cages/cage-rows.server'
import { type PresentGroup, readAverages } from '../../../core/feeding/forecast/averages.server'
import { type OpenPeriod, openPeriods } from '../../../core/feeding/treated/withdrawal-periods.server'
import type { Outlook } from './harvest.contract'
import { foldTakings, type Taken, type Taking } from './takings.server'

export interface CageTaking extends Taking {
  cage: number
}

/** The open rows of cages, in the order in which they take fish. */
export const readTakings = ({ tx, company }: Context, cages: readonly number[]) =>
  tx.rows<CageTaking>(sql`
    select h.id, h.day, h.cage_id as cage, h.generation_id as generation, h.age_category_id as category, h.count,
      h.weight
    from harvest_rows h
    where h.company_id = ${company.id} and h.cage_id = any(${[...cages]}::int[]) and not exists (
      select from operations o where o.company_id = ${company.id} and o.harvest_row_id = h.id)
    order by h.day, h.id`)

/** mg of feed that is planned for cages on days, by `cage|day`; of days that are over nothing is planned any more. */
async function readPlannedFeed({ tx, company }: Context, takings: readonly CageTaking[]) {
  const today = dayOf(company.now)
  const days = [...new Set(takings.flatMap(({ day }) => [addDays(day, -1), day]))].filter((day) => day >= today)
  if (days.length === 0) return new Map<string, number>()
  const rows = await tx.rows<{ cage: number; day: string; feed: number }>(sql`
    select cage_id as cage, day, sum(rate)::bigint as feed from feeding_plan_rows
    where company_id = ${company.id} and cage_id = any(${[...new Set(takings.map(({ cage }) => cage))]}::int[])
      and day = any(${days}::date[])
    group by cage_id, day having sum(rate) > 0`)
  return new Map(rows.map(({ cage, day, feed }) => [`${cage}|${day}`, feed]))
}

const presentIn = (cage: CageRow): PresentGroup[] =>
  cage.groups.map((group) => ({
    id: group.id,
    generation: group.generation_id,
    category: group.age_category_id,
    count: group.count,
    mass: toMg(group.weight),
  }))

/** kg/m³ with two decimals. */
const densityOf = (mass: number, volume: number) => (volume > 0 ? divRound(mass, volume * 10_000) / 100 : 0)

const periodsOf = (open: readonly OpenPeriod[], { cage, generation, category, day }: CageTaking) => {
  const own = open.filter(
    (one) =>
      one.cage === cage &&
      (generation === null || (one.generation === generation && one.category === category)) &&
      isOpenOn(one.free_on, day),
  )
  return [...groupBy(own, ({ good }) => good).values()].map(([last]) => ({
    medicine: last!.medicine,
    free_on: last!.free_on,
  }))
}

type Facts = Omit<Outlook, 'remarks'>

/** Nobody weighs a catch more exactly. */
const tenths = (kg: number) => Math.round(kg * 10) / 10

function shortage({ missing_count, missing_weight, others }: Facts, speak: Speak): string[] {
  if (missing_count === 0 && missing_weight === 0) return []
  const short = { count: missing_count, weight: tenths(missing_weight) }
  if (others.length === 0) return [speak(say('Столько не ожидается: не хватает {{count}} шт, {{weight}} кг', short))]
  const rows = others.map(({ date, weight }) =>
    speak(say('{{date}} — {{weight}} кг', { date, weight: tenths(weight) })),
  )
  const text = 'Не хватает {{count}} шт, {{weight}} кг: раньше запланированы {{rows}}'
  return [speak(say(text, { ...short, rows: rows.join('; ') }))]
}

/** What speaks against a row, the gravest first. */
function remarksOf(facts: Facts, late: boolean, speak: Speak): string[] {
  const { density_after, density_limit, fed, periods } = facts
  return [
    ...shortage(facts, speak),
    ...periods.map(({ medicine, free_on }) =>
      free_on === null
        ? speak(say('Каренция: {{medicine}}', { medicine }))
        : speak(say('Каренция: {{medicine}}, до ~{{day}}', { medicine, day: at(free_on) })),
    ),
    ...fed.map(({ date, weight }) =>
      speak(say('{{date}} запланировано корма {{weight}} кг', { date, weight: tenths(weight) })),
    ),
    ...(density_limit > 0 && density_after > density_limit
      ? [
          speak(
            say('Плотность и после подъёма {{density}} из {{limit}} кг/м³', {
              density: density_after,
              limit: density_limit,
            }),
          ),
        ]
      : []),
    ...(late ? [speak('День прошёл')] : []),
  ]
}

function factsOf(taken: Taken, cage: CageRow): Omit<Facts, 'others' | 'fed' | 'periods'> {
  const { expected, takes, left, missing } = taken
  return {
    expected_count: expected.count,
    expected_weight: toKg(expected.mass),
    expected_avg_weight: averageKg(expected.mass, expected.count),
    low: expected.low === null ? null : toKg(expected.low),
    high: expected.high === null ? null : toKg(expected.high),
    takes_count: takes.count,
    takes_weight: toKg(takes.mass),
    left_count: left.count,
    left_weight: toKg(left.mass),
    density_before: densityOf(taken.before, cage.volume),
    density_after: densityOf(taken.after, cage.volume),
    density_limit: cage.density_limit,
    missing_count: missing.count,
    missing_weight: toKg(missing.mass),
  }
}

/** Feed that is planned for the day of a row and the day before: fish are to be lifted hungry. */
const fedOn = (feed: ReadonlyMap<string, number>, { cage, day }: CageTaking) =>
  [addDays(day, -1), day].flatMap((one) => {
    const planned = feed.get(`${cage}|${one}`)
    return planned === undefined ? [] : [{ date: showDay(one), weight: toKg(planned) }]
  })

/** Two rows of a cage may take the same fish. */
const sameFish = (a: CageTaking, b: CageTaking): boolean =>
  a.generation === null || b.generation === null || (a.generation === b.generation && a.category === b.category)

/** By row, of rows in the order in which they take fish; those in closed modules are left out. */
export async function outlooksOf(context: Context, takings: readonly CageTaking[]): Promise<Map<number, Outlook>> {
  const { company, speak } = context
  const today = dayOf(company.now)
  const ids = [...new Set(takings.map(({ cage }) => cage))]
  if (ids.length === 0) return new Map()
  const cages = await readCages(context, { ids })
  const present = new Map(cages.map((cage) => [cage.id, presentIn(cage)]))
  const [feed, open, averages] = await Promise.all([
    readPlannedFeed(context, takings),
    openPeriods(context, ids),
    readAverages(
      context,
      present,
      takings.map(({ day }) => day),
    ),
  ])
  const rows = groupBy(takings, ({ cage }) => cage)
  return new Map(
    cages.flatMap((cage) => {
      const own = rows.get(cage.id) ?? []
      const taken = foldTakings(present.get(cage.id)!, own, averages, today)
      const amounts = own.map((row) => {
        const { takes } = taken.get(row.id)!
        return { id: row.id, date: showDay(row.day), count: takes.count, weight: toKg(takes.mass) }
      })
      return own.map((row, index): [number, Outlook] => {
        const facts = {
          ...factsOf(taken.get(row.id)!, cage),
          others: amounts.slice(0, index).filter((_, place) => sameFish(own[place]!, row)),
          fed: fedOn(feed, row),
          periods: periodsOf(open, row),
        }
        return [row.id, { ...facts, remarks: remarksOf(facts, row.day < today, speak) }]
      })
    }),
  )
}
