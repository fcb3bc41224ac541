/** Saved views, alarms, proposals and a photograph for a fuzz of the whole API. */
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { photoCalls } from '../../core/documents/photos/photos.contract'
import { externalReport, linkCalls } from '../../features/views/links/link.contract'
import { viewCalls } from '../../features/views/kept/views.contract'
import type { Farm } from '../farm/farm'
import { addPhoto } from '../pictures/photo'
import type { Session } from '../session'
import type { World } from './fuzz'
import { makeProposals } from '../assistants/fuzz-proposals'
import { makeAlarms } from './fuzz-alarms'

/** One that somebody else has shared: of a journal, which everyone may read. */
export async function makeViews(farm: Farm, as: Session, mark: string, world: World): Promise<void> {
  const { ids, places } = world
  const fields = { query: { period: 'last-month' }, tables: {}, shared: true }
  const page = { page: 'journal', path: 'retreat' } as const
  const view = await farm.call(viewCalls.create, { ...page, ...fields, name: `Отход ${mark}` }, { as })
  const { update, remove, file, setLetter, send, subscription } = viewCalls
  const { list, tables, create } = linkCalls
  for (const { path } of [update, remove, file, setLetter, send, subscription, list, tables, create])
    ids[path] = view.id
  const link = await farm.call(create, { id: view.id }, { as })
  ids[linkCalls.remove.path] = link.links[0]!.id
  places[externalReport.path] = { token: link.token, format: 'json' }
  places[viewCalls.create.path] = { ...page, ...fields }
  places[update.path] = fields
  places[setLetter.path] = { every: 'day', day: 1, hour: 8, user_ids: [as.user.id] }
  places[subscription.path] = { on: false }
  await makeAlarms(farm, as, mark, world)
  await makeProposals(farm, as, mark, world)
  const fed = ids[kinds.feeding.update.path]!
  ids[photoCalls.list.path] = fed
  ids[photoCalls.open.path] = await addPhoto(farm, as, fed)
}
