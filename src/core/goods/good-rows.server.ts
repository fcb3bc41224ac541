/** Goods as all answers show them: amounts in the user's warehouses, and whether anything moved. */
import { sql } from 'kysely'
import { MILLIONTHS, sumOfWhole, toKg, toUnits, unitsOf, type Whole, wholeOf } from '../../shared/numbers'
import { byName, type CrudModel, deleteFlags } from '../lists/kit/crud.server'
import { readAmounts, readPackedAmounts, unpacked } from '../../server/db/ledger/stock-amounts'
import { isUsed } from '../../server/db/is-used'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { writeById, type Written } from '../../server/http/written'
import { scope } from '../../server/scope'
import { type Phrase, say } from '../../shared/say'
import { type GoodKind, type GoodRow, MEASURES, typeFits, TYPES_OF } from './good.contract'
import { checkMinimums, type Minimums, readMinimums, writeMinimums } from './good-minimums.server'
import { daysLeft, readUsed } from './good-usage.server'

interface StoredGood {
  id: number
  kind: GoodKind
  name: string
  type: GoodRow['type']
  measure: GoodRow['measure']
  weight: number | null
  code: string | null
  feed_brand_id: number | null
  feed_brand: string | null
  withdrawal_days: number | null
  withdrawal_degree_days: number | null
  pellet_size: number | null
  supplier_id: number | null
  supplier: string | null
  min_amount: number | null
  archived: boolean
  moved: boolean
  /** the name of a calculation that assigns it */
  calc: string | null
  planned: boolean
}

interface GoodQuery {
  kind?: GoodKind | null
  ids?: number[] | null
  type?: GoodRow['type'] | null
  /** what lay there at the end of it instead of now */
  day?: string | null
}

const MOVED = 'Расходник нельзя удалить: по нему есть движения.'

const PLANNED = 'Расходник нельзя удалить: он есть в плане кормления.'

const whyKept = ({ moved, calc, planned }: Pick<StoredGood, 'moved' | 'calc' | 'planned'>): Phrase | null => {
  if (moved) return MOVED
  if (planned) return PLANNED
  return calc && say('Расходник нельзя удалить: он назначен в расчёте кормления «{{name}}».', { name: calc })
}

/** Warehouse → amount of each good, regardless of the user: a minimum may be for all warehouses. */
const readHeld = ({ tx, company }: Context, goods: number[], day: string | null) =>
  readPackedAmounts(tx, { company: company.id, goods, within: sql``, day })

interface OfGood {
  held: ReadonlyMap<number, number>
  used: ReadonlyMap<number, Whole>
  minimums: ReadonlyMap<number, number>
}

/** What is told of each warehouse that the user may use. Of a large farm forty thousand, so it takes one pass. */
function ofStocks(seen: readonly { id: number; name: string }[], { held, used, minimums }: OfGood) {
  const told = {
    stocks_count: {} as Record<string, number>,
    stocks_days: {} as Record<string, number>,
    stocks_used: {} as Record<string, number>,
    stocks_min: {} as Record<string, number>,
    stocks_below: [] as number[],
  }
  const own: { id: number; name: string }[] = []
  for (const stock of seen) {
    const { id } = stock
    const [there, spent, minimum] = [held.get(id), used.get(id), minimums.get(id)]
    if (there !== undefined) {
      own.push(stock)
      told.stocks_count[id] = toUnits(there)
    }
    if (spent !== undefined) {
      told.stocks_used[id] = unitsOf(MILLIONTHS, spent)
      const days = daysLeft(there ?? 0, spent)
      if (days !== null) told.stocks_days[id] = days
    }
    if (minimum === undefined) continue
    told.stocks_min[id] = toUnits(minimum)
    if ((there ?? 0) < minimum) told.stocks_below.push(id)
  }
  return { own, told: { ...told, stock_names: own.map(({ name }) => name).join(', ') } }
}

const sizesOf = ({ weight, pellet_size }: Pick<StoredGood, 'weight' | 'pellet_size'>) => ({
  weight: weight === null ? null : toKg(weight),
  pellet_size: pellet_size === null ? null : toUnits(pellet_size),
})

const readStored = ({ tx, company }: Context, { kind = null, ids = null, type = null }: GoodQuery) =>
  tx.rows<StoredGood>(sql`
    select g.id, g.kind, g.name, g.type, g.measure, g.weight, g.code, g.feed_brand_id, b.name as feed_brand,
      g.withdrawal_days, g.withdrawal_degree_days, g.pellet_size, g.supplier_id, p.name as supplier, g.min_amount,
      g.archived_at is not null as archived,
      (${isUsed('operations', 'good_id', 'g')} or ${isUsed('operation_lines', 'good_id', 'g')}) as moved,
      (select k.name from feed_calcs k where k.company_id = ${company.id} and k.good_id = g.id
        order by k.id limit 1) as calc,
      ${isUsed('feeding_plan_rows', 'good_id', 'g')} as planned
    from goods g
    left join feed_brands b on b.company_id = ${company.id} and b.id = g.feed_brand_id
    left join counterparties p on p.company_id = ${company.id} and p.id = g.supplier_id
    where g.company_id = ${company.id} ${kind ? sql`and g.kind = ${kind}` : sql``}
      ${ids ? sql`and g.id = any(${ids}::int[])` : sql``} ${type ? sql`and g.type = ${type}` : sql``}`)

/** Each is made as its turn comes. */
async function goodsToTell(context: Context, wanted: GoodQuery) {
  const { tx, company, user, speak } = context
  const { day = null } = wanted
  const [goods, stocks] = await Promise.all([
    readStored(context, wanted),
    tx.rows<{ id: number; name: string }>(sql`select id, name from stocks where company_id = ${company.id}`),
  ])
  // only these: often a few of thousands are requested
  const asked = goods.map(({ id }) => id)
  const [held, used, minimums] = await Promise.all([
    readHeld(context, asked, day),
    readUsed(context, asked, day),
    readMinimums(context, asked),
  ])
  const seen = stocks.filter(({ id }) => scope(user).opensStock(id)).sort(byName)
  const rowOf = ({ moved, calc, planned, ...good }: StoredGood): GoodRow => {
    const all = unpacked(held.get(good.id), Number)
    const usedUp = unpacked(used.get(good.id), wholeOf)
    const minimal = unpacked(minimums.get(good.id), Number)
    const { own, told } = ofStocks(seen, { held: all, used: usedUp, minimums: minimal })
    const total = sumOfWhole(own.map(({ id }) => all.get(id)!))
    const sum = unitsOf(MILLIONTHS, total)
    return {
      ...good,
      type_translation: TYPES_OF[good.kind][good.type]!,
      measure_name: MEASURES[good.measure].name,
      ...sizesOf(good),
      ...told,
      ...(good.kind === 'workshop_good' && { stocks: own, stocks_ids: own.map(({ id }) => id) }),
      total: sum,
      sum,
      current_stock_count: sum,
      min_amount: good.min_amount === null ? null : toUnits(good.min_amount),
      below_min: good.min_amount !== null && sumOfWhole(all.values()) < good.min_amount,
      days_left: daysLeft(total, sumOfWhole(usedUp.values())),
      ...deleteFlags(whyKept({ moved, calc, planned }), speak),
    }
  }
  return { goods, rowOf }
}

export async function readGoods(context: Context, wanted: GoodQuery = {}): Promise<GoodRow[]> {
  const { goods, rowOf } = await goodsToTell(context, wanted)
  return goods.sort(byName).map(rowOf)
}

/** By id, as JSON. */
export async function writeGoods(context: Context, wanted: GoodQuery): Promise<Written<Record<string, GoodRow>>> {
  const { goods, rowOf } = await goodsToTell(context, wanted)
  return writeById(goods, rowOf)
}

interface Fields {
  name: string
  type: string
  measure: GoodRow['measure']
  weight: number | null
  code: string | null
  feed_brand_id: number | null
  withdrawal_days: number | null
  withdrawal_degree_days: number | null
  pellet_size: number | null
  supplier_id: number | null
  min_amount: number | null
  min_amounts?: Minimums
}

/** Brand and supplier exist. */
async function requireNamed({ feed_brand_id, supplier_id }: Fields, { tx, company }: Context): Promise<void> {
  const missing = (table: string, id: number | null) =>
    id !== null &&
    tx.maybe(sql`select 1 from ${sql.table(table)} where company_id = ${company.id} and id = ${id}`).then((row) => !row)
  const [brand, supplier] = await Promise.all([
    missing('feed_brands', feed_brand_id),
    missing('counterparties', supplier_id),
  ])
  if (brand) throw fieldErrors({ feed_brand_id: 'Марка не найдена' })
  if (supplier) throw fieldErrors({ supplier_id: 'Поставщик не найден' })
}

/** What moved, or is assigned as a feed, stays what it is. */
function keepUsed(before: GoodRow, { type, measure }: Pick<Fields, 'type' | 'measure'>, { speak }: Context): void {
  const moved = before.delete_disabled_reason === speak(MOVED)
  if (type !== before.type)
    throw fieldErrors({
      type: moved
        ? 'Вид нельзя изменить: по расходнику есть движения'
        : 'Вид нельзя изменить: расходник назначен в расчёте кормления',
    })
  if (moved && measure !== before.measure)
    throw fieldErrors({ measure: 'Единицу нельзя изменить: по расходнику есть движения' })
}

const MISSING = { good: 'Расходник не найден.', workshop_good: 'Продукция не найдена.' }

const FEED = ['feed_brand_id', 'pellet_size', 'supplier_id'] as const
const MEDICINE = ['withdrawal_days', 'withdrawal_degree_days'] as const
type OwnField = (typeof FEED | typeof MEDICINE)[number]

/** What goods of one type have alone. */
const ofType = (given: Pick<Fields, OwnField>, keys: readonly OwnField[], has: boolean) =>
  Object.fromEntries(keys.map((key) => [key, has ? given[key] : null]))

export const goodModel = (kind: GoodKind): CrudModel<Fields, GoodRow> => ({
  table: 'goods',
  archivesNames: true,
  entity: kind,
  missing: MISSING[kind],
  facts: ['goods', 'lists'],
  read: (context, id) => readGoods(context, { kind, ids: id === null ? null : [id] }),
  check: async (fields, context, before) => {
    const { type, measure } = fields
    if (!typeFits(kind, type)) throw fieldErrors({ type: 'Выберите значение' })
    await requireNamed(fields, context)
    await checkMinimums(fields.min_amounts ?? {}, context)
    if (before?.delete_disabled) keepUsed(before, { type, measure }, context)
  },
  // also in warehouses that are closed to this user
  needed: async ({ id }, { tx, company }) => {
    const amounts = await readAmounts(tx, company.id, [id], sql``)
    return amounts.length > 0 ? 'Расходник нельзя отправить в архив: он лежит на складах.' : null
  },
  values: ({ name, type, measure, weight, code, min_amount, ...given }) => ({
    kind,
    name,
    type,
    measure,
    // only a piece has a weight of its own
    weight: measure === 'piece' ? weight : null,
    code,
    min_amount,
    ...ofType(given, FEED, type === 'feed'),
    ...ofType(given, MEDICINE, type === 'medicine'),
  }),
  beside: (id, { min_amounts = {} }, context) => writeMinimums(id, min_amounts, context),
})
