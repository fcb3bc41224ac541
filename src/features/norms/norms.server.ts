/** Feeding norms of feeds and of brands: reading, saving, taking from a brand, their versions. */
import { sql } from 'kysely'
import { gapsOf, showRange } from '../../shared/feeding/year'
import type { Season } from '../../shared/feeding/norm'
import { MAX_SEASONS, readGrids } from '../../shared/feeding/norm-grid'
import type { Phrase } from '../../shared/say'
import {
  faultField,
  gridOfSent,
  normCalls,
  type NormOwner,
  NORMS_FAILED,
  sentOf,
} from '../../core/feeding/norms.contract'
import { ownerColumn, readNorms, requireOwner, saveNorms } from '../../core/feeding/norms.server'
import { CallError, conflict, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'

const ofFeed = (id: number): NormOwner => ({ kind: 'feed', id })
const ofBrand = (id: number): NormOwner => ({ kind: 'brand', id })

/** The seasons that a call sent; throws what is wrong with them, under the names of their fields. */
function readSent(rates: unknown): Season[] {
  if (!Array.isArray(rates)) throw new CallError(422, NORMS_FAILED, { msgShouldBeShown: true })
  // one beyond the most is enough to refuse
  const grids = rates.slice(0, MAX_SEASONS + 1).map(gridOfSent)
  const { seasons, faults } = readGrids(grids)
  if (faults.length === 0) return seasons
  const errors: Record<string, Phrase[]> = {}
  for (const fault of faults) (errors[faultField(fault, grids)] ??= []).push(fault.text)
  throw new CallError(422, NORMS_FAILED, { errors, msgShouldBeShown: true })
}

async function current(owner: NormOwner, context: Context) {
  const [, norms] = await context.tx.allInOrder(requireOwner(owner, context), readNorms(owner, context))
  return sentOf(norms?.seasons ?? [])
}

async function save(owner: NormOwner, rates: unknown, version: number | null, context: Context) {
  await saveNorms({ owner, seasons: readSent(rates), version }, context)
  return current(owner, context)
}

async function take(feed: NormOwner, brand: NormOwner, version: number | null, context: Context) {
  await requireOwner(brand, context)
  const norms = await readNorms(brand, context)
  if (!norms || norms.seasons.length === 0) throw conflict('У этой марки нет норм кормления.')
  await saveNorms({ owner: feed, seasons: norms.seasons, version, from: { feed_brand_id: brand.id } }, context)
  return current(feed, context)
}

const SHOWN_VERSIONS = 100

const versionsOf = (owner: NormOwner, { tx, company }: Context) =>
  tx.rows<{ version: number; datetime: string; user_name: string | null; sets: number }>(sql`
    select v.id as version, (v.saved_at at time zone ${company.time_zone})::timestamp as datetime,
      u.name as user_name, jsonb_array_length(v.seasons) as sets
    from norm_versions v left join users u on u.company_id = ${company.id} and u.id = v.user_id
    where v.company_id = ${company.id} and v.${ownerColumn(owner)} = ${owner.id}
    order by v.id desc limit ${SHOWN_VERSIONS}`)

const editing = route(normCalls.editing, async ({ owner: kind, owner_id: id, version }, context) => {
  const owner = { kind, id }
  const [, norms, versions] = await context.tx.allInOrder(
    requireOwner(owner, context),
    readNorms(owner, context, version),
    versionsOf(owner, context),
  )
  if (!norms && version !== null) throw notFound('Такой версии норм нет.')
  const seasons = norms?.seasons ?? []
  return {
    latest: versions[0]?.version ?? 0,
    version: norms?.version ?? 0,
    rates: sentOf(seasons),
    gaps: seasons.length === 0 ? [] : gapsOf(seasons).map(showRange),
    matching: context.company.settings['feeding-rates']['temperature-matching'],
    versions,
  }
})

export const normRoutes: Route[] = [
  route(normCalls.ofFeed, ({ feedTypeId }, context) => current(ofFeed(feedTypeId), context)),
  route(normCalls.ofBrand, ({ brandId }, context) => current(ofBrand(brandId), context)),
  route(normCalls.take, ({ feedTypeId, feedBrandId, version }, context) =>
    take(ofFeed(feedTypeId), ofBrand(feedBrandId), version, context),
  ),
  route(normCalls.saveOfFeed, ({ feedTypeId, rates, version }, context) =>
    save(ofFeed(feedTypeId), rates, version, context),
  ),
  route(normCalls.saveOfBrand, ({ brandId, rates, version }, context) =>
    save(ofBrand(brandId), rates, version, context),
  ),
  editing,
]
