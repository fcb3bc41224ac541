/** Views as they are answered: with what their reader may do, does not see, and gets by letter. */
import { sql } from 'kysely'
import type { Context } from '../../server/http/route'
import { closedOf, mayChange, type Stored, type Whose } from './kept/kept-views.server'
import { nextMoment, type Times } from './letter-times.contract'
import { type Readable, sourceOf } from './kept/view-sheets.server'
import type { ViewRow } from './kept/views.contract'

interface StoredLetter extends Times {
  view_id: number
  readers: { id: number; name: string; declined: boolean }[]
}

/** Letters of these views, by view. */
async function lettersOf(views: readonly Stored[], { tx, user, company }: Whose) {
  const rows = await tx.rows<StoredLetter>(sql`
    select l.view_id, l.every, l.day, l.hour,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'declined', r.declined_at is not null)
        order by u.name, u.id), '[]')
       from report_letter_readers r join users u on u.company_id = ${company.id} and u.id = r.user_id
         and u.archived_at is null
       where r.company_id = ${company.id} and r.view_id = l.view_id) as readers
    from report_letters l
    where l.company_id = ${company.id} and l.view_id = any(${views.map(({ id }) => id)}::int[])`)
  const byView = new Map(rows.map((row) => [row.view_id, row]))
  return (view: Stored): ViewRow['letter'] => {
    const found = byView.get(view.id)
    if (!found) return null
    const { every, day, hour, readers } = found
    const own = readers.find(({ id }) => id === user.id)
    const told = mayChange(view, user) ? readers : []
    return { every, day, hour, next: nextMoment(found, company.now), readers: told, mine: own ? !own.declined : null }
  }
}

/** As they are answered. */
export async function presentViews(views: readonly Stored[], context: Context, readable: Readable): Promise<ViewRow[]> {
  const { user, speak } = context
  const [closed, letterOf] = await Promise.all([closedOf(views, context, readable), lettersOf(views, context)])
  const told = (text: string | null) => text && speak(text)
  return views.map((view, index) => ({
    ...view,
    page_title: speak(sourceOf(readable, view)?.title ?? 'Отчёт'),
    own: view.user_id === user.id,
    can_change: mayChange(view, user),
    letter: letterOf(view),
    closed: told(closed[index] ?? null),
  }))
}
