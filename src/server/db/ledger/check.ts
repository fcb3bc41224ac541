/**
 * Compares what the ledgers store with the operations: fish replayed from nothing, goods entries with their operations,
 * goods days with their entries, a cage's net with its last tying, an item's warehouse with its documents. Reads in
 * chunks, so that memory does not grow with the history.
 */
import { sql } from 'kysely'
import type { Tx } from '../client'
import { checkLifetimes, sameEntry, type StoredEntry } from './entries'
import { LEDGER_COLUMNS } from './timeline'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { EffectOf } from '../../../shared/ledger/effects'
import type { CageState, Posting } from '../../../shared/ledger/fold'
import { foldItem } from '../../../shared/ledger/item-fold'
import { groupBy } from '../../../shared/collections'
import { stepsOf } from './item-ledger'
import { openNorms } from './norms'
import { replay } from './replay'
import type { StockLine } from './stock-lines'
import { checkStockMonths } from './stock-months'
import { checkStandings } from './stock-standings'

/** What the features say of their operations. */
export interface Reading<Row> {
  effectOf: EffectOf
  /** of a whole row of `operations` */
  linesOf(row: Row): StockLine[]
  /** further checks of what they store besides operations: a sentence for each difference */
  checks: readonly ((tx: Tx, company: number) => Promise<string[]>)[]
}

interface GroupEntry extends StoredEntry {
  kind: string
  cage_id: number
  /** the group's own, where it really lies */
  cage: number
  generation: number
  category: number
}

const PART = 5000

/** The rows of a query, some thousand at a time. */
async function* parts<T>(tx: Tx, cursor: string, query: ReturnType<typeof sql>): AsyncGenerator<T[]> {
  await tx.run(sql`declare ${sql.raw(cursor)} no scroll cursor for ${query}`)
  for (let rows: T[] = []; (rows = await tx.rows<T>(sql`fetch ${sql.raw(`${PART} from ${cursor}`)}`)).length > 0;)
    yield rows
  await tx.run(sql`close ${sql.raw(cursor)}`)
}

const numbers = (entry: Pick<StoredEntry, 'count_delta' | 'mass_delta' | 'count_after' | 'mass_after' | 'deviation'>) =>
  `${entry.count_delta} fish, ${entry.mass_delta} mg (${entry.deviation} grown) → ${entry.count_after} fish, ${entry.mass_after} mg`

const told = (posting: Posting | undefined) =>
  posting ? numbers({ ...posting, count_after: posting.after.count, mass_after: posting.after.mass }) : 'nothing'

const groupOf = ({ cage, generation, category }: Pick<Posting, 'cage' | 'generation' | 'category'>) =>
  `cage ${cage}, generation ${generation}, category ${category}`

/** Compares stored entries of operations with their postings. */
async function compareEntries(tx: Tx, company: number, rows: LedgerRow[], postings: Map<number, Posting[]>) {
  const stored = await tx.rows<GroupEntry>(sql`
    select e.*, g.cage_id as cage, g.generation_id as generation, g.age_category_id as category
    from fish_entries e join fish_groups g on g.company_id = ${company} and g.id = e.group_id
    where e.company_id = ${company} and e.operation_id = any(${rows.map(({ id }) => id)}::bigint[])`)
  const left = new Map(stored.map((entry) => [`${entry.operation_id} ${groupOf(entry)}`, entry]))
  const found: string[] = []
  for (const { id, kind, at } of rows) {
    for (const posting of postings.get(id) ?? []) {
      const key = `${id} ${groupOf(posting)}`
      const entry = left.get(key)
      left.delete(key)
      const same =
        entry && sameEntry(entry, posting) && entry.at === at && entry.kind === kind && entry.cage_id === posting.cage
      if (!same)
        found.push(
          `${at} ${kind} ${id}, ${groupOf(posting)}: stored ${entry ? numbers(entry) : 'nothing'}, replayed ${told(posting)}`,
        )
    }
  }
  for (const entry of left.values())
    found.push(
      `${entry.at} ${entry.kind} ${entry.operation_id}, ${groupOf(entry)}: stored ${numbers(entry)}, replayed nothing`,
    )
  return { found, count: stored.length }
}

async function checkFish<Row>(tx: Tx, company: number, { effectOf }: Reading<Row>): Promise<string[]> {
  const states = new Map<number, CageState>()
  const norms = openNorms(tx, company)
  const found: string[] = []
  let seen = 0
  const moving = sql`select ${LEDGER_COLUMNS} from operations o
    where o.company_id = ${sql.lit(company)} and o.moves_fish order by o.at, o.id`
  for await (const rows of parts<LedgerRow>(tx, 'moving', moving)) {
    await norms.load(rows)
    const { postings, refusal } = replay(rows, effectOf, new Set(), states, norms.of)
    if (refusal) {
      const { row, cage, shortage, beyond } = refusal
      const why = beyond ? `${beyond} beyond its bound` : `${shortage} fish short`
      return [...found, `${row.at} ${row.kind} ${row.id}: ${why} in cage ${cage}`]
    }
    const compared = await compareEntries(tx, company, rows, postings)
    found.push(...compared.found)
    seen += compared.count
  }
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from fish_entries where company_id = ${company}`,
  )
  if (count !== seen) found.push(`${count - seen} fish entries of operations that move no fish`)
  return found
}

/** Of what entered also the price and whether it was moved; what leaves has neither. */
const amountText = ({ amount, price, moved }: StockLine) =>
  amount > 0 ? `${amount}${isNumber(price) ? ` for ${price}` : ''}${moved ? ', moved' : ''}` : String(amount)

/** For a stocktake line the counted amount: its difference is the ledger's own. */
const lineText = (entry: StockLine) => {
  const { good, stock, at, id, line, counted } = entry
  const what = isNumber(counted) ? `counted ${counted}` : amountText(entry)
  return `${at} operation ${id} line ${line}, good ${good}, warehouse ${stock}: ${what}`
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

async function checkGoods<Row extends { id: number }>(
  tx: Tx,
  company: number,
  { linesOf }: Reading<Row>,
): Promise<string[]> {
  const found: string[] = []
  let seen = 0
  const drawing = sql`
    select o.*, l.lines from operations o left join lateral (
      select json_agg(json_build_object('role', role, 'good_id', good_id, 'item_id', item_id, 'stock_id', stock_id,
        'amount', amount,
        'price', price) order by line) as lines from operation_lines
      where company_id = o.company_id and operation_id = o.id) l on true
    where o.company_id = ${sql.lit(company)} and (o.good_id is not null or l.lines is not null) order by o.id`
  for await (const rows of parts<Row>(tx, 'drawing', drawing)) {
    const stored = await tx.rows<StockLine>(sql`
      select good_id as good, stock_id as stock, at, operation_id as id, line, amount, counted, price, moved
      from stock_entries where company_id = ${company} and operation_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    const left = new Set(stored.map(lineText))
    for (const line of rows.flatMap(linesOf))
      if (!left.delete(lineText(line))) found.push(`${lineText(line)} is not stored`)
    found.push(...[...left].map((line) => `${line} is stored, but its operation does not say so`))
    seen += stored.length
  }
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from stock_entries where company_id = ${company}`,
  )
  if (count !== seen) found.push(`${count - seen} goods entries of operations that take no goods`)
  return found
}

interface Day {
  good: number
  stock: number
  day: string
  stored: string | null
  counted: string | null
}

async function checkDays(tx: Tx, company: number): Promise<string[]> {
  const days = await tx.rows<Day>(sql`
    with running as (
      select good_id, stock_id, at::date as day, sum(amount) over (partition by good_id, stock_id
        order by at, operation_id) as amount,
        row_number() over (partition by good_id, stock_id, at::date order by at desc, operation_id desc) as from_end
      from stock_entries where company_id = ${company}),
    counted as (
      select good_id, stock_id, day, max(amount) filter (where from_end = 1)::bigint as closing,
        min(amount)::bigint as lowest
      from running group by 1, 2, 3)
    select good_id as good, stock_id as stock, day, s.closing || ' (lowest ' || s.lowest || ')' as stored,
      c.closing || ' (lowest ' || c.lowest || ')' as counted
    from counted c full join (select * from stock_days where company_id = ${company}) s using (good_id, stock_id, day)
    where (s.closing, s.lowest) is distinct from (c.closing, c.lowest) or c.lowest < 0
    order by 1, 2, 3 limit ${PART}`)
  return days.map(
    ({ good, stock, day, stored, counted }) =>
      `${day}, good ${good}, warehouse ${stock}: stored ${stored ?? 'nothing'}, counted ${counted ?? 'nothing'}`,
  )
}

interface Now {
  good: number
  stock: number
  stored: string | null
  until: string | null
  counted: string | null
  last: string | null
}

/** Checks that current amounts equal the sums of entries, and that no entry is later than the amount's day. */
async function checkAmounts(tx: Tx, company: number): Promise<string[]> {
  const wrong = await tx.rows<Now>(sql`
    select good_id as good, stock_id as stock, s.amount::text as stored, s.day::text as until,
      c.amount::text as counted,
      c.last::text as last
    from (
      select good_id, stock_id, sum(amount) as amount, max(at)::date as last from stock_entries
      where company_id = ${company} group by 1, 2) c
    full join (select * from stock_amounts where company_id = ${company}) s using (good_id, stock_id)
    where coalesce(s.amount, 0) <> coalesce(c.amount, 0) or s.day < c.last or s.day is null
    order by 1, 2 limit ${PART}`)
  return wrong.map(({ good, stock, stored, until, counted, last }) =>
    stored === counted
      ? `good ${good}, warehouse ${stock}: has entries after ${until}, on ${last}`
      : `good ${good}, warehouse ${stock}: now stored ${stored ?? 'nothing'}, counted ${counted ?? 'nothing'}`,
  )
}

/** Entries of stocktakes with a balance other than the counted amount. */
async function checkCounts(tx: Tx, company: number): Promise<string[]> {
  const wrong = await tx.rows<StockLine & { running: string }>(sql`
    select * from (
      select good_id as good, stock_id as stock, at, operation_id as id, line, amount, counted,
        sum(amount) over (partition by good_id, stock_id order by at, operation_id)::text as running
      from stock_entries where company_id = ${company}) e
    where counted is not null and running::numeric <> counted order by good, stock, at limit ${PART}`)
  return wrong.map((entry) => `${lineText(entry)}, but the balance is ${entry.running}`)
}

/**
 * Cages whose net is not the one that was last tied to them. In the order of entering, because a farm's clock may be
 * set back.
 */
async function checkNets(tx: Tx, company: number): Promise<string[]> {
  const cages = await tx.rows<{ id: number; stored: number | null; told: number | null }>(sql`
    select c.id, c.net_id as stored, l.told from cages c
    left join (
      select distinct on (cage_id) cage_id, case role when 'tied' then item_id end as told from operation_lines
      where company_id = ${company} and cage_id is not null order by cage_id, operation_id desc, line desc
    ) l on l.cage_id = c.id
    where c.company_id = ${company} and c.net_id is distinct from l.told
    order by c.id limit ${PART}`)
  const net = (id: number | null) => (id === null ? 'no net' : `net ${id}`)
  return cages.map(({ id, stored, told }) => `cage ${id}: stored ${net(stored)}, documents say ${net(told)}`)
}

interface StoredItem {
  id: number
  stock: number
  hangs: boolean
}

const placeText = (place: { stock: number; hangs: boolean } | null) =>
  place ? `warehouse ${place.stock}${place.hangs ? ', hung in a cage' : ''}` : 'nowhere'

/** Items that are not where their documents say, or whose documents contradict each other. */
async function checkItems(tx: Tx, company: number): Promise<string[]> {
  const found: string[] = []
  const stored = sql`
    select i.id, i.stock_id as stock, c.id is not null as hangs from items i
    left join cages c on c.company_id = i.company_id and c.net_id = i.id
    where i.company_id = ${sql.lit(company)} order by i.id`
  for await (const items of parts<StoredItem>(tx, 'placed', stored)) {
    const ids = items.map(({ id }) => id)
    const steps = groupBy(await tx.rows(stepsOf(company, ids)), ({ item }) => item)
    for (const item of items) {
      const { where, broken } = foldItem(steps.get(item.id) ?? [])
      if (broken) found.push(`item ${item.id}: ${broken.step.at} ${broken.step.kind} ${broken.step.id} cannot be`)
      else if (placeText(item) !== placeText(where))
        found.push(`item ${item.id}: stored ${placeText(item)}, documents say ${placeText(where)}`)
    }
  }
  return found
}

/** What differs in one company, a sentence each. */
export async function checkLedger<Row extends { id: number }>(
  tx: Tx,
  company: number,
  reading: Reading<Row>,
): Promise<string[]> {
  const fish = await checkFish(tx, company, reading)
  const goods = await checkGoods(tx, company, reading)
  const rest = [
    await checkLifetimes(tx, company),
    goods,
    await checkDays(tx, company),
    await checkAmounts(tx, company),
    await checkCounts(tx, company),
    await checkNets(tx, company),
    await checkItems(tx, company),
    await checkStockMonths(tx, company),
    await checkStandings(tx, company),
  ]
  for (const check of reading.checks) rest.push(await check(tx, company))
  return [...fish, ...rest.flat()]
}
