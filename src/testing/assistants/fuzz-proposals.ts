/** What an assistant has proposed, for a fuzz of the whole API. */
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { proposalCalls } from '../../features/assistants/proposals.contract'
import { digestOf } from '../../features/assistants/proposals.server'
import type { Farm } from '../farm/farm'
import type { Session } from '../session'
import type { World } from '../calls/fuzz'

const EMPTY = { doubts: [], groups: [], others: 0, entries: 0, goods: [], items: [], warning: null }

/** A note about a cage for each call, since one that is decided cannot be decided again. */
export async function makeProposals(
  { sql }: Farm,
  { user }: Session,
  mark: string,
  { ids, places, fields }: World,
): Promise<void> {
  const input = { date: '01.06.2025', time: '10:00', cage_id: fields.cage_id, text: 'видно дно' }
  const company = user.company.id
  const [app] = await sql<{ id: number }>(
    `insert into external_users (company_id, name, token_hash) values ($1, $2, $2) returning id`,
    [company, `помощник ${mark}`],
  )
  for (const { path } of [proposalCalls.preview, proposalCalls.confirm, proposalCalls.reject]) {
    const [made] = await sql<{ id: number }>(
      `insert into proposals (company_id, external_user_id, kind, key, input, preview, location_ids, stock_ids,
         expires_at)
       values ($1, $2, $3, $4, $5, $6, '{}', '{}', now() + interval '1 day') returning id`,
      [company, app!.id, kinds.note.kind, path, JSON.stringify(input), JSON.stringify(EMPTY)],
    )
    ids[path] = made!.id
  }
  places[proposalCalls.confirm.path] = { seen: digestOf(EMPTY) }
}
