import { normCalls } from '../../core/feeding/norms.contract'
import type { Farm } from '../farm/farm'
import { sentSeason } from '../feeding/any-norms'
import type { Session } from '../session'
import type { World } from './fuzz'

/** Norms of a feed and of a brand. */
export async function makeNorms(
  farm: Farm,
  as: Session,
  [feedTypeId, brandId]: [feed: number, brand: number],
  { fields, places }: World,
): Promise<void> {
  const rates = [sentSeason([1, 6], [30, 9])]
  await farm.call(normCalls.saveOfFeed, { feedTypeId, rates }, { as })
  await farm.call(normCalls.saveOfBrand, { brandId, rates }, { as })
  Object.assign(fields, { feedTypeId, brandId, feedBrandId: brandId, owner_id: feedTypeId })
  places[normCalls.editing.path] = { owner: 'feed' }
  for (const { path } of [normCalls.saveOfFeed, normCalls.saveOfBrand])
    places[path] = { rates: [sentSeason([1, 6], [30, 9], 1.7)] }
}
