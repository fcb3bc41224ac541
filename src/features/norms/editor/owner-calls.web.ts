/** The calls for norms of a feed and of a brand, which differ in their paths alone. */
import { normCalls, type NormOwner, sentOf } from '../../../core/feeding/norms.contract'
import { type NormGrid, readGrids } from '../../../shared/feeding/norm-grid'
import { call } from '../../../web/api'
import { invalidateTags } from '../../../web/query-client'

interface Save {
  grids: readonly NormGrid[]
  version: number
  idempotencyKey: string
}

/** Saves norms without faults; throws as `call` does. */
export async function saveNorms({ kind, id }: NormOwner, { grids, version, idempotencyKey }: Save): Promise<void> {
  const rates = sentOf(readGrids(grids).seasons)
  if (kind === 'feed') await call(normCalls.saveOfFeed, { feedTypeId: id, rates, version }, { idempotencyKey })
  else await call(normCalls.saveOfBrand, { brandId: id, rates, version }, { idempotencyKey })
  await invalidateTags(['lists'])
}

export const uploadOf = ({ kind, id }: NormOwner) =>
  kind === 'feed'
    ? { upload: normCalls.uploadOfFeed, input: { feedTypeId: id } }
    : { upload: normCalls.uploadOfBrand, input: { brandId: id } }

export const downloadOf = ({ kind, id }: NormOwner) =>
  kind === 'feed'
    ? { endpoint: normCalls.download, input: { feedTypeId: id } }
    : { endpoint: normCalls.downloadOfBrand, input: { brandId: id } }
