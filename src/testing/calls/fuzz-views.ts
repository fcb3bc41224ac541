/** Saved views for a fuzz of the whole API. */
import { viewCalls } from '../../features/views/views.contract'
import type { Farm } from '../farm/farm'
import type { Session } from '../session'
import type { World } from './fuzz'

/** One that somebody else has shared: of a journal, which everyone may read. */
export async function makeViews(farm: Farm, as: Session, mark: string, { ids, places }: World): Promise<void> {
  const fields = { query: { period: 'last-month' }, tables: {}, shared: true }
  const page = { page: 'journal', path: 'retreat' } as const
  const view = await farm.call(viewCalls.create, { ...page, ...fields, name: `Отход ${mark}` }, { as })
  const { update, remove, file, setLetter, send, subscription } = viewCalls
  for (const { path } of [update, remove, file, setLetter, send, subscription]) ids[path] = view.id
  places[viewCalls.create.path] = { ...page, ...fields }
  places[update.path] = fields
  places[setLetter.path] = { every: 'day', day: 1, hour: 8, user_ids: [as.user.id] }
  places[subscription.path] = { on: false }
}
