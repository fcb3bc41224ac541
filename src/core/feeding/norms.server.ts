/** Stored feeding norms: versions of a feed's or a brand's seasons, none of which is ever changed. */
import { sql } from 'kysely'
import type { Season } from '../../shared/feeding/norm'
import type { Tx } from '../../server/db/client'

export interface NormVersion {
  version: number
  seasons: Season[]
}

/**
 * The newest norms of each good, by good. One without norms is left out; one whose norms were deleted has a version
 * without seasons.
 */
export async function latestNorms(
  tx: Tx,
  company: number,
  goods: readonly number[],
): Promise<Map<number, NormVersion>> {
  const rows = await tx.rows<NormVersion & { good_id: number }>(sql`
    select wanted.good_id, newest.id as version, newest.seasons from unnest(${[...goods]}::int[]) as wanted (good_id)
    cross join lateral (
      select id, seasons from norm_versions where company_id = ${company} and good_id = wanted.good_id
      order by id desc limit 1
    ) newest`)
  return new Map(rows.map(({ good_id, version, seasons }) => [good_id, { version, seasons }]))
}
