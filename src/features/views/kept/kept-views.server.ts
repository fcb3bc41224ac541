/** Saved views as they are stored, and what a reader may do and see of them. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { FILTERS } from '../../../shared/filters'
import { NO_MODULE } from '../../../shared/fields'
import { isAll, listed } from '../../../shared/sheets/filter-words'
import { notFound, forbidden } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { CurrentCompany, CurrentUser } from '../../../server/session'
import type { Tx } from '../../../server/db/client'
import type { Readable } from './view-sheets.server'
import { sourceOf } from './view-sheets.server'
import { MOST_TOLD, type ViewRow } from './views.contract'

export type Stored = Omit<ViewRow, 'page_title' | 'own' | 'can_change' | 'closed' | 'letter'>

export interface Whose {
  tx: Tx
  user: CurrentUser
  company: CurrentCompany
}

/** Whoever sets up the company also looks after its shared views. */
const manages = (user: CurrentUser) => can(user, 'access settings')
export const mayChange = (view: Pick<Stored, 'user_id' | 'shared'>, user: CurrentUser): boolean =>
  view.user_id === user.id || (view.shared && manages(user))

/** SQL: of the views `v`, those that the person may open. */
const openTo = ({ user, company }: Whose) => sql`(v.user_id = ${user.id} or v.shared or exists (
  select from report_letter_readers r
  where r.company_id = ${company.id} and r.view_id = v.id and r.user_id = ${user.id}))`

/** Views that the person may open, by name; of one id, or of all. */
export const readStored = (whose: Whose, id: number | null = null, lock = false) =>
  whose.tx.rows<Stored>(sql`
    select v.id, v.name, v.page, v.path, v.query, v.tables, v.shared, v.user_id, u.name as user,
      (v.changed_at at time zone ${whose.company.time_zone}::text)::timestamp as changed_at
    from report_views v left join users u on u.company_id = ${whose.company.id} and u.id = v.user_id
    where v.company_id = ${whose.company.id} and ${openTo(whose)} ${id === null ? sql`` : sql`and v.id = ${id}`}
    order by lower(v.name), v.id limit ${MOST_TOLD} ${lock ? sql`for update of v` : sql``}`)

/** One that the person may open; throws 404. */
export async function viewOf(id: number, whose: Whose, lock = false): Promise<Stored> {
  const [found] = await readStored(whose, id, lock)
  if (!found) throw notFound('Сохранённый отчёт не найден: возможно, его удалили.')
  return found
}

/** One that the person may change; throws 404 and 403. */
export async function ownView(id: number, context: Context): Promise<Stored> {
  const view = await viewOf(id, context, true)
  if (!mayChange(view, context.user)) throw forbidden()
  return view
}

const PLACES = { module: 'locations', cages: 'cages', stocks: 'stocks' } as const
type Place = keyof typeof PLACES

const idsOf = ({ query }: Pick<Stored, 'query'>, place: Place): number[] => {
  const chosen = listed(query[FILTERS[place].key])
  return isAll(chosen) ? [] : chosen.map(Number).filter((one) => Number.isInteger(one) && one !== NO_MODULE)
}

/** Of these ids, those that are there and open to the person. */
async function openIds(place: Place, ids: readonly number[], { tx, user, company }: Whose): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { modules, stocks } = scope(user)
  const limit = { module: modules('t.id'), cages: modules('t.location_id'), stocks: stocks('t.id') }[place]
  const rows = await tx.rows<{ id: number }>(sql`
    select t.id from ${sql.table(PLACES[place])} t
    where t.company_id = ${company.id} and t.id = any(${[...new Set(ids)]}::int[]) ${limit}`)
  return new Set(rows.map(({ id }) => id))
}

const CLOSED: Record<Place, string> = {
  module: 'Модуля этого отчёта больше нет, или к нему нет доступа.',
  cages: 'Видны не все садки этого отчёта: каких-то больше нет, или к ним нет доступа.',
  stocks: 'Видны не все склады этого отчёта: каких-то больше нет, или к ним нет доступа.',
}
const NO_RIGHT = 'Права на этот отчёт нет.'

/** Of each view, why the person does not see all of it; a key of the dictionary, or null. */
export async function closedOf(
  views: readonly Pick<Stored, 'page' | 'path' | 'query'>[],
  whose: Whose,
  readable: Readable,
): Promise<(string | null)[]> {
  const places = Object.keys(PLACES) as Place[]
  const open = await Promise.all(
    places.map((place) =>
      openIds(
        place,
        views.flatMap((view) => idsOf(view, place)),
        whose,
      ),
    ),
  )
  return views.map((view) => {
    const ability = sourceOf(readable, view)?.ability
    if (!ability || (ability !== 'signed-in' && !can(whose.user, ability))) return NO_RIGHT
    const lost = places.find((place, index) => !idsOf(view, place).every((id) => open[index]!.has(id)))
    return lost ? CLOSED[lost] : null
  })
}
