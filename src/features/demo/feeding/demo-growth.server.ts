/** The demo farm's fish grow by their feed for its last year; before it weighings alone said how they grew. */
import { sql } from 'kysely'
import { applyTerms, changeOf, feedingsOf, termsNow } from '../../../core/documents/growth/terms.server'
import type { Tx } from '../../../server/db/client'
import { addDays } from '../../../shared/dates'
import { companySettings } from '../../../shared/settings'

export const GROWING = { 'auto-growth': true }

export async function growLastYear(
  tx: Tx,
  company: number,
  today: string,
  progress: (share: number) => void,
): Promise<void> {
  const cages = await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company}`)
  const period = { start: addDays(today, -365), end: today, locked: true }
  const rows = await feedingsOf(tx, company, { cages: cages.map(({ id }) => id), ...period })
  const terms = await termsNow(tx, company, { settings: companySettings.parse(GROWING), today }, rows)
  await applyTerms(
    tx,
    company,
    rows.map((row, index) => changeOf(row, terms[index]!)),
    (done, total) => progress(done / total),
  )
}
