/** Saving views, changing them, and their file. */
import { sql } from 'kysely'
import { fieldErrors, forbidden, notFound } from '../../server/errors'
import { fileRoute, route, type Context, type Route } from '../../server/http/route'
import { languageOf } from '../../server/language'
import { writeWorkbook, XLSX } from '../../server/sheets/excel'
import type { ParsedOf } from '../../shared/contract'
import { showDay } from '../../shared/dates'
import { PERIOD, isPeriod } from '../../shared/report/period'
import { say } from '../../shared/say'
import { fileName } from '../../shared/sheets/tab'
import { closedOf, ownView, readStored, type Stored, viewOf } from './kept/kept-views.server'
import { letterRoutes } from './letters.server'
import { linkRoutes } from './links/links.server'
import { presentViews } from './present-views.server'
import { type Readable, readView, sourceOf, workbookOf } from './kept/view-sheets.server'
import { fitsPage, MOST_VIEWS, PASSING, saysWhen, viewCalls, type ViewRow } from './kept/views.contract'

const entity = 'report_view'

type Fields = Omit<ParsedOf<typeof viewCalls.create>, 'page' | 'path'>
type Kept = Pick<Stored, 'page' | 'path'>

/** What an address says besides: the page of the table, the view itself. */
const kept = (query: Fields['query']) =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !PASSING.some((one) => one === key)))

function check({ query }: Fields, { page }: Kept): void {
  const word = query[PERIOD]
  if (word !== undefined && !(isPeriod(word) && fitsPage(page, word)))
    throw fieldErrors({ query: 'Такого периода у этого отчёта нет.' })
  if (!saysWhen({ query })) throw fieldErrors({ query: 'Выберите период.' })
}

const taken = () => fieldErrors({ name: 'Такое название уже есть' })

const answerOf = async (id: number, context: Context, readable: Readable): Promise<ViewRow> =>
  (await presentViews([await viewOf(id, context)], context, readable))[0]!

const create = (readable: Readable) =>
  route(viewCalls.create, async ({ page, path, ...fields }, context) => {
    const { tx, company, user, audit, changed } = context
    if (!sourceOf(readable, { page, path })) throw notFound('Такого отчёта нет.')
    check(fields, { page, path })
    const [closed] = await closedOf([{ page, path, query: {} }], context, readable)
    if (closed) throw forbidden()
    const named = tx.lock('views', sql`select pg_advisory_xact_lock(${company.id}, hashtext(${`views ${user.id}`}))`)
    await named.rows
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::int as count from report_views where company_id = ${company.id} and user_id = ${user.id}`,
    )
    if (count >= MOST_VIEWS)
      throw fieldErrors({ name: say('Сохранить можно не больше {{number}} отчётов.', { number: MOST_VIEWS }) })
    const { name, tables, shared } = fields
    const query = kept(fields.query)
    const made = await tx.maybe<{ id: number }>(sql`
      insert into report_views (company_id, user_id, name, page, path, query, tables, shared)
      values (${company.id}, ${user.id}, ${name}, ${page}, ${path}, ${JSON.stringify(query)}::jsonb,
        ${JSON.stringify(tables)}::jsonb, ${shared})
      on conflict (company_id, user_id, name) do nothing returning id`)
    if (!made) throw taken()
    audit({ action: 'create', entity, id: made.id, after: { page, path, ...fields, query } })
    changed('lists')
    return answerOf(made.id, context, readable)
  })

const update = (readable: Readable) =>
  route(viewCalls.update, async ({ id, ...fields }, context) => {
    const { tx, company, user, audit, changed } = context
    const before = await ownView(id, context)
    check(fields, before)
    const { name, tables } = fields
    // whoever keeps what is shared in order does not hide it from themselves
    const shared = fields.shared || before.user_id !== user.id
    const query = kept(fields.query)
    const other = await tx.maybe(sql`
      select 1 from report_views
      where company_id = ${company.id} and user_id = ${before.user_id} and name = ${name} and id <> ${id}`)
    if (other) throw taken()
    await tx.run(sql`
      update report_views set name = ${name}, query = ${JSON.stringify(query)}::jsonb,
        tables = ${JSON.stringify(tables)}::jsonb, shared = ${shared}, changed_at = now()
      where company_id = ${company.id} and id = ${id}`)
    audit({ action: 'update', entity, id, before, after: { ...fields, query, shared } })
    changed('lists')
    return answerOf(id, context, readable)
  })

const remove = route(viewCalls.remove, async ({ id }, context) => {
  const { tx, company, audit, changed } = context
  const before = await ownView(id, context)
  await tx.run(sql`delete from report_views where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'delete', entity, id, before })
  changed('lists')
  return { ok: true as const }
})

const file = (readable: Readable) =>
  fileRoute(viewCalls.file, async ({ id }, context) => {
    const view = await viewOf(id, context)
    const [closed] = await closedOf([{ ...view, query: {} }], context, readable)
    if (closed) throw forbidden()
    const sheets = await readView(readable, view, { ...context, language: languageOf(context.request) })
    const { company } = context
    return {
      name: `${fileName(view.name)} ${showDay(company.now.slice(0, 10))}.xlsx`,
      type: XLSX,
      bytes: async () => writeWorkbook(company.id, await workbookOf(sheets)),
    }
  })

export const viewRoutes = (readable: Readable): Route[] => [
  route(viewCalls.list, async (_, context) => presentViews(await readStored(context), context, readable)),
  create(readable),
  update(readable),
  remove,
  file(readable),
  ...letterRoutes(readable),
  ...linkRoutes(readable),
]
