import { sql } from 'kysely'
import { db } from '../../server/db/client'
import { fieldErrors, notFound, conflict } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { requireOpen, scope } from '../../server/scope'
import { type ItemDocuments, lockNets } from '../goods/nets.server'
import { CAGE_TYPES, cageCalls } from './cage.contract'
import { NUMBER_MOST, numbersFrom } from '../../shared/fish/cage-numbers'
import { say } from '../../shared/say'
import { freeBerths } from './berths.server'
import { readCages, readLocations, totalsOf } from './cage-rows.server'
import { downloadAll } from './download.server'
import { saveMoves } from './moves.server'

/** Cages of modules open to the user; throws for others. Missing ones are left out. */
export async function requireCages(context: Context, ids: number[]) {
  const rows = await context.tx.rows<{ id: number; number: string; location_id: number }>(
    sql`select id, number, location_id from cages where company_id = ${context.company.id} and id = any(${ids}::int[])`,
  )
  requireOpen(context.user, rows)
  return new Map(rows.map((row) => [row.id, row]))
}

async function oneCage(context: Context, id: number) {
  const [row] = await readCages(context, { ids: [id] })
  if (!row) throw notFound('Садок не найден.')
  return row
}

/** The cage as it stays until the transaction ends. */
async function lockCage(context: Context, id: number) {
  const { tx, company } = context
  tx.lock('cage', sql`select from cages where company_id = ${company.id} and id = ${id} for update`)
  return oneCage(context, id)
}

type CageFields = { location_id: number; number: string; cage_type_id: number; id?: number }

async function checkCage({ tx, company, user }: Context, fields: CageFields, numbers = [fields.number]): Promise<void> {
  const [location, same] = await Promise.all([
    tx.maybe(sql`select 1 from locations
      where company_id = ${company.id} and id = ${fields.location_id} and archived_at is null`),
    tx.maybe<{ number: string }>(
      sql`select number from cages where company_id = ${company.id} and location_id = ${fields.location_id}
        and number = any(${numbers}::text[]) and id <> ${fields.id ?? 0} limit 1`,
    ),
  ])
  if (!location || !scope(user).opensModule(fields.location_id)) throw fieldErrors({ location_id: 'Модуль не найден' })
  if (same)
    throw fieldErrors({
      number:
        numbers.length === 1
          ? 'Садок с таким номером уже есть в этом модуле'
          : say('Садок {{number}} уже есть в этом модуле', { number: same.number }),
    })
  if (!CAGE_TYPES.some((type) => type.id === fields.cage_type_id))
    throw fieldErrors({ cage_type_id: 'Выберите форму садка' })
}

const columns = (
  input: Omit<CageFields, 'id'> & {
    code: string | null
    color: number
    volume: number
    density_limit: number | null
    net_id: number | null
  },
) => ({
  location_id: input.location_id,
  number: input.number,
  cage_type_id: input.cage_type_id,
  code: input.code,
  color: input.color,
  volume: input.volume,
  density_limit: input.density_limit,
  net_id: input.net_id,
})

const create = ({ tie }: ItemDocuments) =>
  route(cageCalls.create, async (input, context) => {
    const { tx, company, audit, changed } = context
    await checkCage(context, input)
    const tying = await lockNets(context, { cage: null, before: null, after: input.net_id })
    const { x, y } = input
    const place =
      x !== undefined && y !== undefined ? { x, y } : (await freeBerths(tx, company.id, input.location_id, 1))[0]!
    const values = { company_id: company.id, ...columns(input), ...place }
    const { id } = await tx.one(db.insertInto('cages').values(values).returning('id'))
    await tie(id, tying, context)
    audit({ action: 'create', entity: 'cage', id, after: values })
    changed('places')
    return oneCage(context, id)
  })

const createRow = route(cageCalls.createRow, async ({ count, ...input }, context) => {
  const { tx, company, audit, changed } = context
  const numbers = numbersFrom(input.number, count)
  if (!numbers) throw fieldErrors({ number: 'Номер первого садка должен заканчиваться цифрой' })
  if (numbers.some((number) => number.length > NUMBER_MOST)) throw fieldErrors({ number: 'Слишком длинный номер' })
  await checkCage(context, input, numbers)
  const berths = await freeBerths(tx, company.id, input.location_id, count)
  const rows = numbers.map((number, index) => ({
    company_id: company.id,
    ...columns({ ...input, number, code: null, net_id: null }),
    ...berths[index]!,
  }))
  const made = await tx.rows<{ id: number; number: string }>(
    db.insertInto('cages').values(rows).returning(['id', 'number']),
  )
  for (const { id, number } of made)
    audit({ action: 'create', entity: 'cage', id, after: rows[numbers.indexOf(number)] })
  changed('places')
  return readCages(context, { ids: made.map(({ id }) => id) })
})

const update = ({ tie }: ItemDocuments) =>
  route(cageCalls.update, async ({ table, ...given }, context) => {
    const { tx, company, audit, changed } = context
    const before = await lockCage(context, given.id)
    const stored = await tx.one<Omit<typeof given, 'id' | 'x' | 'y'>>(sql`
      select location_id, number, cage_type_id, code, color, volume, density_limit, net_id from cages
      where company_id = ${company.id} and id = ${given.id}`)
    const input = { ...stored, ...given }
    await checkCage(context, input)
    const tying = await lockNets(context, { cage: input.id, before: before.net_id, after: input.net_id })
    const placed = !table && input.x !== undefined && input.y !== undefined
    const place = placed ? { x: input.x, y: input.y } : {}
    const values = { ...columns(input), ...place }
    await tx.run(db.updateTable('cages').set(values).where('company_id', '=', company.id).where('id', '=', input.id))
    await tie(input.id, tying, context)
    audit({ action: 'update', entity: 'cage', id: input.id, before, after: values })
    changed('places')
    return oneCage(context, input.id)
  })

/** A calculation that names no cage is for all of them, so the last one it names has to stay. */
async function refuseChosen({ id, number }: { id: number; number: string }, { tx, company }: Context): Promise<void> {
  const calc = await tx.maybe<{ name: string }>(sql`
    select name from feed_calcs where company_id = ${company.id} and ${id} = any(cage_ids) order by id limit 1`)
  if (calc)
    throw conflict(
      say('Садок {{number}} нельзя удалить: он выбран в расчёте кормления «{{name}}».', { number, name: calc.name }),
    )
}

const remove = ({ tie }: ItemDocuments) =>
  route(cageCalls.remove, async ({ id }, context) => {
    const { tx, company, audit, changed } = context
    const before = await lockCage(context, id)
    const used = await tx.maybe(
      sql`select 1 from operations where company_id = ${company.id} and (cage_id = ${id} or to_cage_id = ${id}
        or for_cage_id = ${id}) limit 1`,
    )
    if (used) throw conflict(say('Садок {{number}} нельзя удалить: по нему есть операции.', { number: before.number }))
    await refuseChosen(before, context)
    await tie(id, await lockNets(context, { cage: id, before: before.net_id, after: null }), context)
    // what was planned for a cage that never held anything means nothing without it
    await tx.run(sql`delete from feeding_plan_rows where company_id = ${company.id} and cage_id = ${id}`)
    await tx.run(db.deleteFrom('cages').where('company_id', '=', company.id).where('id', '=', id))
    audit({ action: 'delete', entity: 'cage', id, before })
    changed('places', 'plans')
    return { ok: true as const }
  })

const onDate = route(cageCalls.onDate, async ({ date }, context) => {
  const coming = readCages(context, { at: date })
  const [cages, locations] = await Promise.all([coming, readLocations(context, coming, date)])
  return { cages, total_data: totalsOf(cages), locations }
})

export const cageRoutes = (items: ItemDocuments): Route[] => [
  route(cageCalls.list, (_, context) => readCages(context)),
  create(items),
  createRow,
  update(items),
  remove(items),
  route(cageCalls.types, async () => [...CAGE_TYPES]),
  onDate,
  saveMoves,
  downloadAll,
  route(cageCalls.totals, async (_, context) => totalsOf(await readCages(context))),
  route(cageCalls.locations, (_, context) => readLocations(context, readCages(context), null)),
]
