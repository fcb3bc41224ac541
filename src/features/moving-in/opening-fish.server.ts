/** «Начальный остаток рыбы»: what cages lack becomes rows of a sheet that the book has not, mended as others are. */
import { sql } from 'kysely'
import { conflict } from '../../server/errors'
import type { Context } from '../../server/http/route'
import type { Cell } from '../../server/sheets/read-sheet'
import { showDay } from '../../shared/dates'
import type { LackingFish } from './calls/past-outcome.contract'
import type { SheetPlan } from './calls/past.contract'
import { PAST_FIELDS, type PastField } from './calls/past-words.contract'
import { insertRows, type Outcome, type StoredImport } from './store.server'

const NAME = 'Начальный остаток рыбы'
const NOTE = 'Начальный остаток'
/** Before everything else of its day. */
const TIME = '00:00'

const FIELDS = ['date', 'time', 'module', 'cage', 'generation', 'category', 'count', 'avg_weight', 'note'] as const

const planOf = ({ speak }: Context): SheetPlan => ({
  name: speak(NAME),
  rows: 0,
  header: 0,
  titles: FIELDS.map((field) => speak(PAST_FIELDS[field])),
  samples: [],
  kind: 'stocking',
  columns: Object.fromEntries(FIELDS.map((field, index) => [field, index])) as Partial<Record<PastField, number>>,
  readings: [],
  cage: null,
  opening: true,
  units: { count: 'piece', avg_weight: 'kg' },
  dates: 'dmy',
  ambiguous: false,
})

const cellsOf = ({ day, module, cage, generation, category, count, avg_weight }: LackingFish, note: string): Cell[] => [
  showDay(day),
  TIME,
  module,
  cage,
  generation,
  category,
  count,
  avg_weight,
  note,
]

const readOutcome = ({ tx, company }: Context, id: number) =>
  tx.one<{ outcome: Outcome | null }>(sql`
    select outcome from imports where company_id = ${company.id} and id = ${id}`)

/** Adds rows for what is lacking still, or takes all of them away. */
export async function setOpeningFish(context: Context, { id, sheets, ...stored }: StoredImport, on: boolean) {
  const { tx, company, speak } = context
  const lacking = (await readOutcome(context, id)).outcome?.lacking_fish ?? []
  if (on && (stored.state !== 'checked' || lacking.length === 0))
    throw conflict('Книга ещё проверяется или рыбы ей хватает.')
  const known = sheets.findIndex(({ opening }) => opening)
  const place = known < 0 ? sheets.length : known
  const plan = sheets[place] ?? planOf(context)
  const rows = on ? plan.rows + lacking.length : 0
  if (on) {
    const fresh = lacking.map((one, index) => ({
      sheet: place,
      row: plan.rows + index + 2,
      cells: cellsOf(one, speak(NOTE)),
      joined: null,
      typed: null,
    }))
    await insertRows(tx, company.id, id, fresh)
  } else
    await tx.run(sql`
      delete from import_rows where company_id = ${company.id} and import_id = ${id} and sheet = ${place}`)
  const changed = on ? [...sheets.slice(0, place), { ...plan, rows }] : sheets.slice(0, place)
  await tx.run(sql`
    update imports set sheets = ${JSON.stringify(changed)}::jsonb where company_id = ${company.id} and id = ${id}`)
}
