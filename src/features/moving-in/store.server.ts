/** Imports and their rows in the database. */
import { sql } from 'kysely'
import { openBreath } from '../../server/base/breath'
import type { Tx } from '../../server/db/client'
import type { Phrase } from '../../shared/say'
import type { Choices } from './reading/matching.server'
import type { SheetPlan } from './calls/past.contract'
import type { ImportState } from './calls/past-words.contract'
import type { Plan, PlannedImport } from './plan/plan.server'
import type { StoredRow } from './reading/rows.server'
import type { NewRow } from './reading/upload.server'

export interface StoredImport extends PlannedImport {
  file: string
  state: ImportState
  sheets: SheetPlan[]
  choices: Choices
  wanted: number
  checked: number
  plan_digest: string | null
}

/** Locked, so that two changes of one import wait for each other. */
export const lockImport = (tx: Tx, company: number, id: number) =>
  tx.maybe<StoredImport>(sql`
    select id, user_id, file, digest, state, sheets, choices, opening, wanted, checked, plan_digest from imports
    where company_id = ${company} and id = ${id} for update`)

export const readImport = (tx: Tx, company: number, id: number) =>
  tx.maybe<StoredImport>(sql`
    select id, user_id, file, digest, state, sheets, choices, opening, wanted, checked, plan_digest from imports
    where company_id = ${company} and id = ${id}`)

const AT_ONCE = 1000

/** All rows in the order of the file; pages are parsed one by one, with a breath between them. */
export async function readRows(tx: Tx, company: number, id: number): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (let last = { sheet: -1, row: 0 }; ;) {
    const page = await tx.rows<StoredRow>(sql`
      select sheet, row, cells, joined, typed, left_out, state from import_rows
      where company_id = ${company} and import_id = ${id} and (sheet, row) > (${last.sheet}::int, ${last.row}::int)
      order by sheet, row limit ${AT_ONCE}`)
    rows.push(...page)
    if (page.length < AT_ONCE) return rows
    last = page.at(-1)!
  }
}

export async function insertRows(tx: Tx, company: number, id: number, rows: readonly NewRow[]): Promise<void> {
  const breath = openBreath()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = JSON.stringify(rows.slice(from, from + AT_ONCE))
    await tx.run(sql`
      insert into import_rows (company_id, import_id, sheet, row, cells, joined, typed)
      select ${company}::int, ${id}::int, sheet, row, cells, joined, typed
      from jsonb_to_recordset(${part}::jsonb) as n (sheet int, row int, cells jsonb, joined jsonb, typed jsonb)`)
    await breath()
  }
}

/** How the rows stand; only those that stand otherwise than before are written. */
async function storeStates(tx: Tx, company: number, id: number, rows: Plan['rows']): Promise<void> {
  const breath = openBreath()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE).map(({ of: { sheet, row }, state, doubted, differs, faults }) => ({
      sheet,
      row,
      state,
      doubted,
      differs,
      faults: faults.length > 0 ? faults : null,
    }))
    await tx.run(sql`
      update import_rows r set state = n.state, doubted = n.doubted, differs = n.differs, faults = n.faults
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
        as n (sheet int, row int, state text, doubted boolean, differs boolean, faults jsonb)
      where r.company_id = ${company} and r.import_id = ${id} and r.sheet = n.sheet and r.row = n.row
        and (r.state, r.doubted, r.differs, r.faults) is distinct from (n.state, n.doubted, n.differs, n.faults)`)
    await breath()
  }
}

/** What a check found. */
export interface Outcome {
  counts: { ready: number; wrong: number; there: number; left: number; doubted: number; differs: number }
  questions: Plan['questions']
  cages: Plan['cages']
  goods: Plan['goods']
  /** of a check before it was told: none */
  lacking?: Plan['lacking']
  lacking_fish?: Plan['lacking_fish']
  days: Plan['days']
}

function outcomeOf({ rows, questions, cages, goods, lacking, lacking_fish, days }: Plan): Outcome {
  const counts = { ready: 0, wrong: 0, there: 0, left: 0, doubted: 0, differs: 0 }
  for (const { state, doubted, differs } of rows) {
    counts[state]++
    if (differs) counts.differs++
    if (doubted && state === 'ready') counts.doubted++
  }
  return { counts, questions, cages, goods, lacking, lacking_fish, days }
}

/** The outcome of the check that was `wanted`; a later change is checked again. */
export async function storeCheck(tx: Tx, company: number, { id, wanted }: StoredImport, plan: Plan): Promise<void> {
  await storeStates(tx, company, id, plan.rows)
  await tx.run(sql`
    update imports set checked = ${wanted}, outcome = ${JSON.stringify(outcomeOf(plan))}::jsonb,
      plan_digest = ${plan.digest}, state = case when wanted = ${wanted} and state = 'checking' then 'checked' else state end
    where company_id = ${company} and id = ${id}`)
}

export const setState = (tx: Tx, company: number, id: number, state: ImportState, refusal: Phrase | null = null) =>
  tx.run(sql`
    update imports set state = ${state}, refusal = ${refusal === null ? null : JSON.stringify(refusal)}::jsonb,
      wanted = wanted + ${state === 'checking' ? 1 : 0}
    where company_id = ${company} and id = ${id}`)
