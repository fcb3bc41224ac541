/** Books of a past for a fuzz of the whole API. */
import { pastCalls } from '../../features/moving-in/calls/past.contract'
import type { Farm } from '../farm/farm'
import { fillImports } from '../farm/past-rows'
import type { Session } from '../session'
import type { World } from './fuzz'

/** One for each call, because some of them end it. */
export async function makePast(farm: Farm, as: Session, _mark: string, { ids, places }: World): Promise<void> {
  for (const { path } of Object.values(pastCalls))
    if (path.includes('{id}')) ids[path] = await fillImports(farm, as.user.company.id)
  places[pastCalls.mend.path] = { rows: [{ sheet: 0, row: 2, left: true }] }
  places[pastCalls.choose.path] = { names: [{ list: 'cage', name: '7', choice: { skip: true } }] }
  places[pastCalls.opening.path] = { on: true }
  places[pastCalls.setSheet.path] = { sheet: 0, kind: 'none', columns: { date: 0 } }
  const digest = 'a'.repeat(64)
  await farm.sql(`update imports set plan_digest = $2 where company_id = $1`, [as.user.company.id, digest])
  places[pastCalls.bring.path] = { digest }
  // one that is brought stays, whoever asks
  await farm.sql(`update imports set state = 'brought' where id = $1`, [ids[pastCalls.remove.path]])
}
