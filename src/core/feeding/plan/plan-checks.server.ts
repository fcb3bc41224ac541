/** What rows of a plan are refused for, and the numbers that are computed for them. */
import { sql } from 'kysely'
import { recalculate } from '../../../shared/feeding/plan'
import { MAX_QUANTITY, MILLIONTHS } from '../../../shared/numbers'
import type { Phrase } from '../../../shared/say'
import { fieldErrors, forbidden } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { latestNorms } from '../norms.server'
import { keyOf, type NamedRow } from './plan-rows.server'
import { reasonOf } from './proposals.server'
import { calcsAndOxygen } from './situations.server'

/** A row as it was sent. */
export interface SentRow {
  day: string
  cage_id: number
  feed_type_id: number
  avg_weight: number
  count: number
  weight: number | null
  temperature: number
  rate: number
  growth: number
  is_rate_alert_dismissed: boolean
  is_growth_alert_dismissed: boolean
}

const [COLDEST, WARMEST] = [-5 * MILLIONTHS, 45 * MILLIONTHS]

type Faults = Record<string, Phrase>

/** What people see of an average are four decimals of a kilogram, of a weight two: so much may be lost of both. */
const isProduct = (weight: number, { avg_weight, count }: SentRow) =>
  Math.abs(weight - avg_weight * count) <= count * 50 + 5000

const weightOf = ({ weight, avg_weight, count }: SentRow): number => weight ?? avg_weight * count

function numberFaults(row: SentRow): Faults {
  const weight = weightOf(row)
  const faults: Faults = {}
  if (weight > MAX_QUANTITY) faults.count = 'Слишком большая биомасса'
  else if (!isProduct(weight, row)) faults.weight = 'Биомасса не равна произведению навески и количества'
  if (row.temperature < COLDEST || row.temperature > WARMEST) faults.temperature = 'Такой температуры в воде не бывает'
  if (row.rate > weight) faults.rate = 'Корма больше, чем рыбы'
  if (row.growth > weight) faults.growth = 'Прирост больше, чем рыбы'
  return faults
}

interface Named {
  cages: Map<number, { number: string; location_id: number }>
  goods: Map<number, string>
}

/** The cages and feeds that rows name, which stay until the transaction ends. */
async function readNamed({ tx, company }: Context, rows: readonly SentRow[]): Promise<Named> {
  const idsOf = (key: 'cage_id' | 'feed_type_id') => [...new Set(rows.map((row) => row[key]))]
  const [cages, goods] = await Promise.all([
    tx.rows<{ id: number; number: string; location_id: number }>(sql`
      select id, number, location_id from cages
      where company_id = ${company.id} and id = any(${idsOf('cage_id')}::int[]) for key share`),
    tx.rows<{ id: number; name: string }>(sql`
      select id, name from goods where company_id = ${company.id} and id = any(${idsOf('feed_type_id')}::int[])
        and type = 'feed' for key share`),
  ])
  return {
    cages: new Map(cages.map((cage) => [cage.id, cage])),
    goods: new Map(goods.map(({ id, name }) => [id, name])),
  }
}

/** Throws by the places of the rows in the plan: `plan.3.rate`. */
function requireSound(rows: readonly SentRow[], { cages, goods }: Named, { user }: Context): void {
  const { opensModule } = scope(user)
  const known = rows.flatMap(({ cage_id }) => cages.get(cage_id) ?? [])
  if (!known.every(({ location_id }) => opensModule(location_id))) throw forbidden()
  const seen = new Set<string>()
  const faults = rows.flatMap((row, index) => {
    const found = numberFaults(row)
    const key = keyOf({ day: row.day, cage: row.cage_id, good: row.feed_type_id })
    if (!cages.has(row.cage_id)) found.cage_id = 'Садок не найден'
    if (!goods.has(row.feed_type_id)) found.feed_type_id = 'Корм не найден'
    else if (seen.has(key)) found.feed_type_id = 'Этот корм садка в этот день уже есть'
    seen.add(key)
    return Object.entries(found).map(([field, text]) => [`plan.${index}.${field}`, text] as const)
  })
  if (faults.length > 0) throw fieldErrors(Object.fromEntries(faults))
}

/** What the norms say of the rows, in their order. */
async function calculated(rows: readonly SentRow[], { cages }: Named, context: Context) {
  const places = rows.map(({ cage_id, day }) => ({ cage: cage_id, location: cages.get(cage_id)!.location_id, day }))
  const goods = [...new Set(rows.map(({ feed_type_id }) => feed_type_id))]
  const [known, norms] = await Promise.all([
    calcsAndOxygen(context, places),
    latestNorms(context.tx, context.company.id, goods),
  ])
  return rows.map((row, index) => {
    const stock = { mass: weightOf(row), count: row.count }
    const reason = reasonOf(stock, known[index]!, row.temperature, norms.get(row.feed_type_id), context)
    const numbers = reason && recalculate(stock.mass, row.rate, reason)
    return {
      calc_rate: numbers && Math.round(numbers.ration),
      calc_growth: numbers && Math.round(numbers.growth),
    }
  })
}

/** The rows as they are to be stored. */
export async function composeRows(sent: readonly SentRow[], context: Context): Promise<NamedRow[]> {
  const named = await readNamed(context, sent)
  requireSound(sent, named, context)
  const numbers = await calculated(sent, named, context)
  return sent.map((row, index): NamedRow => ({
    day: row.day,
    cage: row.cage_id,
    good: row.feed_type_id,
    avg_weight: row.avg_weight,
    count: row.count,
    weight: weightOf(row),
    temperature: row.temperature,
    rate: row.rate,
    growth: row.growth,
    ...numbers[index]!,
    is_rate_alert_dismissed: row.is_rate_alert_dismissed,
    is_growth_alert_dismissed: row.is_growth_alert_dismissed,
    cage_number: named.cages.get(row.cage_id)!.number,
    location_id: named.cages.get(row.cage_id)!.location_id,
    good_name: named.goods.get(row.feed_type_id)!,
  }))
}
