/** Takes away photographs whose operation stays gone, and files that no photograph names. */
import { sql } from 'kysely'
import { eachCompany } from '../../../server/db/companies'
import type { Tx } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'

/** A deletion is taken back within minutes; a photograph that was sent twice may be on its way. */
const YOUNG_MS = 3_600_000

/** Answers the sums that are still named. */
async function sweepRows(tx: Tx, company: number): Promise<Set<string>> {
  const there = sql`exists (select from operations o where o.company_id = p.company_id and o.id = p.operation_id)`
  await tx.run(sql`update operation_photos p set gone_at = null
    where p.company_id = ${company} and p.gone_at is not null and ${there}`)
  await tx.run(sql`delete from operation_photos p
    where p.company_id = ${company} and p.gone_at < now() - interval '1 hour'`)
  await tx.run(sql`update operation_photos p set gone_at = now()
    where p.company_id = ${company} and p.gone_at is null and not ${there}`)
  const kept = await tx.rows<{ sum: string }>(sql`
    select encode(sha256, 'hex') as sum from operation_photos where company_id = ${company} and bytes is null`)
  return new Set(kept.map(({ sum }) => sum))
}

export const photosJob: Job = {
  name: 'photos',
  title: 'Уборка фотографий удалённых операций',
  every: '37 * * * *',
  run: async (tools) => {
    const { database, files } = tools
    const left = new Set(await files?.companies())
    await eachCompany(tools, async (company) => {
      const kept = await database.transaction(company, (tx) => sweepRows(tx, company))
      if (left.delete(company)) await files!.sweep(company, kept, YOUNG_MS)
    })
    // of companies that are no more: all that are had their turn, or nobody comes here
    for (const company of left) await files!.sweep(company, new Set(), YOUNG_MS)
  },
}
