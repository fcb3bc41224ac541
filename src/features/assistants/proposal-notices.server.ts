/** Tells in the bell of what assistants propose, to whoever may record it. */
import { sql } from 'kysely'
import { hrefOf } from '../../shared/pages'
import { say, word } from '../../shared/say'
import { MAX_NOTICES } from '../../shared/settings'
import type { NoticeSource } from '../../server/notices/notices'
import { contractNamed } from './propose.server'
import { openProposals } from './proposals.server'

export const proposed: NoticeSource = {
  kind: 'proposed',
  ability: 'signed-in',
  read: async (context) => {
    const { tx, company } = context
    const rows = await tx.rows<{ id: number; kind: string; assistant: string; at: string }>(sql`
      select p.id, p.kind, e.name as assistant, (p.made_at at time zone ${company.time_zone})::timestamp as at
      from proposals p join external_users e on e.company_id = p.company_id and e.id = p.external_user_id
      where ${openProposals(context)} and p.state = 'open' and p.expires_at > now()
      order by p.made_at desc limit ${MAX_NOTICES}`)
    return rows.map(({ id, kind, assistant, at }) => ({
      key: String(id),
      at,
      message: say('«{{assistant}}» предлагает записать: {{kind}}', {
        assistant,
        kind: word(contractNamed(kind)!.inSentence),
      }),
      href: hrefOf('proposals'),
    }))
  },
}
