/** The calls of «Перенос прошлого». What takes long is the job's. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import type { Phrase } from '../../shared/say'
import { showDay } from '../../shared/dates'
import { conflict, notFound } from '../../server/errors'
import { type Context, preparedRoute, route, type Route } from '../../server/http/route'
import { choiceKey } from './reading/names.server'
import { type ImportLine, pastCalls } from './calls/past.contract'
import type { Question } from './calls/past-names.contract'
import type { ImportState } from './calls/past-words.contract'
import { setOpeningFish } from './opening-fish.server'
import { ownBook, ownBooks } from './own/own-past.server'
import { sample } from './own/sample.server'
import { orderImport, pastJob } from './past-job.server'
import { listRows } from './row-list.server'
import { insertRows, lockImport, type Outcome, setState, type StoredImport } from './store.server'
import { planBook, type ReadBook, readBook, titlesKey } from './reading/upload.server'
import { wrongRows } from './wrong-rows.server'

const MAX_LISTED = 30

interface LineRow {
  id: number
  file: string
  state: ImportState
  user: string | null
  created: string
  brought: string | null
  undone: string | null
  rows: number | null
  refusal: Phrase | null
}

const readLines = ({ tx, company }: Context, condition = sql``) =>
  tx.rows<LineRow>(sql`
    select i.id, i.file, i.state, u.name as user, i.refusal, (i.outcome -> 'counts' ->> 'ready')::int as rows,
      (i.created_at at time zone ${company.time_zone})::timestamp(0) as created,
      (i.brought_at at time zone ${company.time_zone})::timestamp(0) as brought,
      (i.undone_at at time zone ${company.time_zone})::timestamp(0) as undone
    from imports i left join users u on u.company_id = i.company_id and u.id = i.user_id
    where i.company_id = ${company.id} ${condition} order by i.id desc limit ${MAX_LISTED}`)

interface Going {
  done: number | null
  total: number | null
}

const readGoing = ({ tx }: Context) =>
  tx.maybe<Going>(sql`
    select done, total from company_jobs(200)
    where job = ${pastJob.name} and state in ('created', 'retry', 'active')
    order by state = 'active' desc, ordered_at desc limit 1`)

const BROKEN = 'Не закончено из-за сбоя, ничего не записано. Начните ещё раз.'
const WAITING: ReadonlySet<ImportState> = new Set(['checking', 'bringing', 'undoing'])

async function tell(context: Context, rows: LineRow[]): Promise<ImportLine[]> {
  const going = rows.some(({ state }) => WAITING.has(state)) ? await readGoing(context) : undefined
  return rows.map(({ refusal, rows: count, ...row }) => {
    const waits = WAITING.has(row.state)
    const broken = waits && !going
    return {
      ...row,
      rows: count ?? 0,
      broken,
      reason: broken ? context.speak(BROKEN) : refusal === null ? null : context.speak(refusal),
      done: (waits && going?.done) || null,
      total: (waits && going?.total) || null,
    }
  })
}

async function lineOf(context: Context, id: number): Promise<ImportLine> {
  const [line] = await tell(context, await readLines(context, sql`and i.id = ${id}`))
  if (!line) throw notFound('Книга не найдена.')
  return line
}

/** An import that may still be changed, locked. */
async function requireOpen({ tx, company }: Context, id: number): Promise<StoredImport> {
  const stored = await lockImport(tx, company.id, id)
  if (!stored) throw notFound('Книга не найдена.')
  if (stored.state !== 'checking' && stored.state !== 'checked')
    throw conflict('Эту книгу уже перенесли или переносят: изменить в ней ничего нельзя.')
  return stored
}

/** What has changed is checked again. */
async function recheck(context: Context, id: number): Promise<ImportLine> {
  const { tx, company, changed } = context
  await setState(tx, company.id, id, 'checking')
  orderImport(tx, id)
  changed('lists')
  return lineOf(context, id)
}

const upload = preparedRoute(pastCalls.upload, readBook, async (_, context, book: ReadBook) => {
  const { tx, company, user } = context
  const { plans, rows } = await planBook(tx, company.id, book)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into imports (company_id, user_id, file, digest, sheets)
    values (${company.id}, ${user.id}, ${book.file}, ${book.digest}, ${JSON.stringify(plans)}::jsonb) returning id`)
  await insertRows(tx, company.id, id, rows)
  orderImport(tx, id)
  context.changed('lists')
  return lineOf(context, id)
})

interface DetailRow {
  outcome: Outcome | null
  plan_digest: string | null
  choices: StoredImport['choices']
  sheets: StoredImport['sheets']
  opening: boolean
  wanted: number
  checked: number
  same_at: string | null
  same_rows: number
}

const readDetails = ({ tx, company }: Context, id: number) =>
  tx.one<DetailRow>(sql`
    select i.outcome, i.plan_digest, i.choices, i.sheets, i.opening, i.wanted, i.checked,
      s.at as same_at, s.rows as same_rows
    from imports i
    cross join lateral (
      select max((e.brought_at at time zone ${company.time_zone})::timestamp(0)) as at, (
        select count(*)::int from operations o join imports m on m.company_id = o.company_id and m.id = o.import_id
        where o.company_id = ${company.id} and o.import_id is not null and m.digest = i.digest and m.id <> i.id) + (
        select count(*)::int from measurements w join imports m on m.company_id = w.company_id and m.id = w.import_id
        where w.company_id = ${company.id} and w.import_id is not null and m.digest = i.digest and m.id <> i.id) as rows
      from imports e where e.company_id = i.company_id and e.digest = i.digest and e.id <> i.id) s
    where i.company_id = ${company.id} and i.id = ${id}`)

async function one({ id }: { id: number }, context: Context) {
  const line = await lineOf(context, id)
  const found = await readDetails(context, id)
  const { outcome, plan_digest, choices, sheets, opening, wanted, checked, same_at, same_rows } = found
  const current = wanted === checked
  return {
    ...line,
    sheets,
    counts: outcome?.counts ?? null,
    questions: (outcome?.questions ?? []).map((question): Question => ({
      ...question,
      choice: choices[choiceKey(question.list, question.name)] ?? null,
    })),
    cages: outcome?.cages ?? [],
    goods: outcome?.goods ?? [],
    lacking: outcome?.lacking ?? [],
    opening,
    lacking_fish: outcome?.lacking_fish ?? [],
    opening_fish: sheets.some((sheet) => sheet.opening),
    first_day: outcome?.days ? showDay(outcome.days.first) : null,
    last_day: outcome?.days ? showDay(outcome.days.last) : null,
    digest: current ? plan_digest : null,
    same: same_at !== null && same_rows > 0 ? { date: showDay(same_at), rows: same_rows } : null,
  }
}

async function setSheet(input: ParsedOf<typeof pastCalls.setSheet>, context: Context) {
  const { tx, company } = context
  const { sheets } = await requireOpen(context, input.id)
  const before = sheets[input.sheet]
  if (!before) throw notFound('Такого листа в книге нет.')
  const { kind, columns, readings, units, dates } = input
  const key = titlesKey(before)
  const told = { kind, columns, readings }
  // a sheet for each cage: what is said of one is said of all
  const changed = sheets.map((sheet, index) =>
    index === input.sheet || titlesKey(sheet) === key
      ? { ...sheet, ...told, units: { ...sheet.units, ...units }, dates: dates ?? sheet.dates }
      : sheet,
  )
  const after = changed[input.sheet]!
  await tx.run(sql`
    update imports set sheets = ${JSON.stringify(changed)}::jsonb
    where company_id = ${company.id} and id = ${input.id}`)
  const remembered = JSON.stringify({ ...told, units: after.units, dates: after.dates })
  await tx.run(sql`
    insert into import_mappings (company_id, titles, sheet)
    values (${company.id}, ${key}, ${remembered}::jsonb)
    on conflict (company_id, titles) do update set sheet = excluded.sheet, used_at = now()`)
  return recheck(context, input.id)
}

async function choose({ id, names }: ParsedOf<typeof pastCalls.choose>, context: Context) {
  const { tx, company } = context
  const { choices } = await requireOpen(context, id)
  const after = { ...choices }
  for (const { list, name, choice } of names) {
    const key = choiceKey(list, name)
    if (choice === null) delete after[key]
    else after[key] = choice
  }
  await tx.run(sql`
    update imports set choices = ${JSON.stringify(after)}::jsonb where company_id = ${company.id} and id = ${id}`)
  return recheck(context, id)
}

async function setOpening({ id, on, of }: ParsedOf<typeof pastCalls.opening>, context: Context) {
  const { tx, company } = context
  const stored = await requireOpen(context, id)
  if (of === 'fish') await setOpeningFish(context, stored, on)
  else await tx.run(sql`update imports set opening = ${on} where company_id = ${company.id} and id = ${id}`)
  return recheck(context, id)
}

async function mend({ id, rows }: ParsedOf<typeof pastCalls.mend>, context: Context) {
  const { tx, company } = context
  await requireOpen(context, id)
  const given = rows.map(({ sheet, row, values, left }) => ({ sheet, row, values: values ?? {}, left: left ?? null }))
  await tx.run(sql`
    update import_rows r set typed = coalesce(r.typed, '{}') || n.values, left_out = coalesce(n.left, r.left_out)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (sheet int, row int, values jsonb, "left" boolean)
    where r.company_id = ${company.id} and r.import_id = ${id} and r.sheet = n.sheet and r.row = n.row`)
  return recheck(context, id)
}

async function leaveWrong({ id }: { id: number }, context: Context) {
  const { tx, company } = context
  await requireOpen(context, id)
  await tx.run(sql`
    update import_rows set left_out = true
    where company_id = ${company.id} and import_id = ${id} and state = 'wrong'`)
  return recheck(context, id)
}

async function bring({ id, digest }: ParsedOf<typeof pastCalls.bring>, context: Context) {
  const { tx, company, changed } = context
  const stored = await requireOpen(context, id)
  if (stored.state !== 'checked' || stored.plan_digest !== digest)
    throw conflict('Книга ещё проверяется или изменилась: дождитесь проверки и посмотрите ещё раз.')
  await setState(tx, company.id, id, 'bringing')
  orderImport(tx, id)
  changed('lists')
  return lineOf(context, id)
}

/** Begins what had stopped once more; a book that waits for nothing, or was taken back, is checked. */
async function check({ id }: { id: number }, context: Context) {
  const { tx, company } = context
  const stored = await lockImport(tx, company.id, id)
  if (!stored) throw notFound('Книга не найдена.')
  if (stored.state === 'brought') throw conflict('Эта книга уже перенесена.')
  if (stored.state === 'checked' || stored.state === 'checking' || stored.state === 'undone')
    return recheck(context, id)
  orderImport(tx, id)
  return lineOf(context, id)
}

async function undo({ id }: { id: number }, context: Context) {
  const { tx, company, changed } = context
  const stored = await lockImport(tx, company.id, id)
  if (!stored) throw notFound('Книга не найдена.')
  if (stored.state !== 'brought') throw conflict('Эта книга не перенесена: отменять нечего.')
  await setState(tx, company.id, id, 'undoing')
  orderImport(tx, id)
  changed('lists')
  return lineOf(context, id)
}

async function remove({ id }: { id: number }, context: Context) {
  const { tx, company, changed } = context
  await requireOpen(context, id)
  await tx.run(sql`delete from imports where company_id = ${company.id} and id = ${id}`)
  changed('lists')
  return { ok: true as const }
}

export const pastRoutes: Route[] = [
  route(pastCalls.list, async (_, context) => tell(context, await readLines(context))),
  upload,
  route(pastCalls.one, one),
  listRows,
  route(pastCalls.setSheet, setSheet),
  route(pastCalls.choose, choose),
  route(pastCalls.opening, setOpening),
  route(pastCalls.mend, mend),
  route(pastCalls.leaveWrong, leaveWrong),
  route(pastCalls.bring, bring),
  route(pastCalls.check, check),
  route(pastCalls.undo, undo),
  route(pastCalls.remove, remove),
  wrongRows,
  ownBooks,
  ownBook,
  sample,
]
