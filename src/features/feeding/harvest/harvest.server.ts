/** The harvest plan: its list, what a row is checked for, and what it would leave while it is typed. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf } from '../../../shared/dates'
import { type CrudModel, crudWrites } from '../../../core/lists/kit/crud.server'
import { conflict, fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { DAYS_AHEAD, harvestCalls, type HarvestRow, type Outlook } from './harvest.contract'
import { DONE, readPlan, readRow } from './harvest-rows.server'
import { outlooksOf, readTakings } from './outlook.server'

type Fields = ParsedOf<typeof harvestCalls.create>
type Typed = Pick<Fields, 'date' | 'cage_id' | 'generation_id' | 'age_category_id' | 'count' | 'weight'>

/** A new row takes its fish after the stored ones of its day. */
const NEW = Number.MAX_SAFE_INTEGER

function requireOneAmount({ count, weight }: Typed): void {
  if (count === null && weight === null) throw fieldErrors({ count: 'Введите количество или вес' })
  if (count !== null && weight !== null) throw fieldErrors({ weight: 'Введите что-то одно: количество или вес' })
}

/** `kept`: it stays until the transaction ends. */
async function requireCage({ cage_id }: Typed, { tx, company, user }: Context, kept = sql``): Promise<void> {
  const known = await tx.maybe(sql`
    select from cages where company_id = ${company.id} and id = ${cage_id} ${scope(user).modules('location_id')}
    ${kept}`)
  if (!known) throw fieldErrors({ cage_id: 'Садок не найден' })
}

async function requireGroup({ generation_id, age_category_id }: Typed, { tx, company }: Context): Promise<void> {
  if (generation_id === null && age_category_id === null) return
  if (generation_id === null || age_category_id === null)
    throw fieldErrors({ generation_id: 'Выберите генерацию и категорию или оставьте весь садок' })
  const { generation, category } = await tx.one<{ generation: boolean; category: boolean }>(sql`
    select exists (select from generations where company_id = ${company.id} and id = ${generation_id}) as generation,
      exists (select from age_categories where company_id = ${company.id} and id = ${age_category_id}) as category`)
  if (!generation) throw fieldErrors({ generation_id: 'Генерация не найдена' })
  if (!category) throw fieldErrors({ age_category_id: 'Категория не найдена' })
}

async function requireBuyer({ reason, counterparty_id }: Fields, { tx, company }: Context): Promise<void> {
  const known = await tx.one<{ reason: boolean; buyer: boolean }>(sql`
    select exists (select from withdrawal_reasons where company_id = ${company.id} and code = ${reason}) as reason,
      exists (select from counterparties
        where company_id = ${company.id} and id = ${counterparty_id}::int) as buyer`)
  if (!known.reason) throw fieldErrors({ reason: 'Выберите причину' })
  if (counterparty_id !== null && !known.buyer) throw fieldErrors({ counterparty_id: 'Контрагент не найден' })
}

function requireDay({ date }: Fields, { company }: Context, before: HarvestRow | null): void {
  const today = dayOf(company.now)
  if (date < today && date !== before?.day) throw fieldErrors({ date: 'План составляют на сегодня и на дни вперёд' })
  if (date > addDays(today, DAYS_AHEAD)) throw fieldErrors({ date: 'План составляют не дальше чем на два года' })
}

/** What a row would meet beside the stored open ones; `id` is its own, when it is stored. */
async function outlookOf(typed: Typed, id: number | null, context: Context): Promise<Outlook> {
  const own = {
    id: id ?? NEW,
    day: typed.date,
    cage: typed.cage_id,
    generation: typed.generation_id,
    category: typed.age_category_id,
    count: typed.count,
    weight: typed.weight,
  }
  const others = (await readTakings(context, [own.cage])).filter((row) => row.id !== id)
  const rows = [...others, own].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id))
  return (await outlooksOf(context, rows)).get(own.id)!
}

/** Later rows of the cage may be short of fish by a row before them: that stands with them in the list. */
async function requireFish(fields: Fields, context: Context, before: HarvestRow | null): Promise<void> {
  if (fields.over) return
  const seen = await outlookOf(fields, before?.id ?? null, context)
  if (seen.missing_count === 0 && seen.missing_weight === 0) return
  throw fieldErrors({ [fields.count === null ? 'weight' : 'count']: seen.remarks[0]! })
}

const harvestModel: CrudModel<Fields, HarvestRow> = {
  table: 'harvest_rows',
  entity: 'harvest_row',
  missing: 'Строки плана вылова больше нет.',
  facts: ['plans'],
  read: readRow,
  created: async (id, _, { tx, company, author }) => {
    await tx.run(sql`update harvest_rows set user_id = ${author.id} where company_id = ${company.id} and id = ${id}`)
  },
  check: async (fields, context, before) => {
    if (before?.edit_disabled) throw conflict(DONE)
    const { tx, company } = context
    // of two rows that take the last fish the second sees the first
    tx.lock('harvest', sql`select pg_advisory_xact_lock(hashtextextended('harvest ' || ${company.id}::int, 0))`)
    requireOneAmount(fields)
    requireDay(fields, context, before)
    await requireCage(fields, context, sql`for key share`)
    await requireGroup(fields, context)
    await requireBuyer(fields, context)
    await requireFish(fields, context, before)
  },
  values: ({ date, cage_id, generation_id, age_category_id, count, weight, reason, counterparty_id, note }) => ({
    day: date,
    cage_id,
    generation_id,
    age_category_id,
    count,
    weight,
    reason,
    counterparty_id,
    note,
  }),
}

const outlook = route(harvestCalls.outlook, async ({ except_id, ...typed }, context) => {
  requireOneAmount(typed)
  await requireCage(typed, context)
  return outlookOf(typed, except_id, context)
})

export const harvestRoutes: Route[] = [
  route(harvestCalls.list, readPlan),
  outlook,
  ...crudWrites(harvestCalls, harvestModel),
]
