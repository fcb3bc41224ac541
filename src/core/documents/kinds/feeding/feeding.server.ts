import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../../../shared/dates'
import type { Content, Document } from '../../../../shared/ledger/document'
import type { Context } from '../../../../server/http/route'
import { type GrowthTerms, growthTerms, NO_GROWTH } from '../../../feeding/growth.server'
import { SOURCE_WORDS, type TemperatureSource } from '../../../../shared/feeding/strategies'
import { mulDiv, toKg, toUnits } from '../../../../shared/numbers'
import { type Completion, type DocumentChange, kindServer } from '../../engine/document.server'
import { feeding as contract } from './feeding.contract'
import { shares } from './shares.server'

const termsIn = (document: Document): GrowthTerms => ({
  norm_version_id: document.norm_version_id,
  norm_temperature: document.norm_temperature,
  temperature: document.temperature,
  temperature_source: document.temperature_source as GrowthTerms['temperature_source'],
  ration_coefficient: document.ration_coefficient,
  gain: document.gain,
})

/** An edit that leaves cage, feed and day alone keeps the terms of the first recording. */
const keepsTerms = (before: Document, after: Document) =>
  before.cage_id === after.cage_id && before.good_id === after.good_id && dayOf(before.at) === dayOf(after.at)

/** A known growth goes with the amount of feed. */
const termsOnEdit = (before: Document, after: Document): GrowthTerms => ({
  ...termsIn(before),
  gain: before.gain === null ? null : mulDiv(before.gain, after.volume!, before.volume!),
})

/** The terms by which documents grow fish: those they had, or today's; none where growth is switched off. */
async function completeTerms(written: readonly DocumentChange[], context: Context, { restored }: Completion) {
  const { tx, company } = context
  const kept = written.map(({ before, after }): Partial<Content> | null => {
    if (!after) return {}
    if (restored) return termsIn(after)
    if (before && keepsTerms(before, after)) return termsOnEdit(before, after)
    return company.settings['auto-growth'] ? null : NO_GROWTH
  })
  const asked = written.flatMap(({ after }, index) =>
    kept[index] === null ? [{ cage: after!.cage_id!, day: dayOf(after!.at), good: after!.good_id! }] : [],
  )
  if (asked.length === 0) return kept.map((terms) => terms!)
  const farm = { settings: company.settings, today: dayOf(company.now) }
  const found = (await growthTerms(tx, company.id, asked, farm)).values()
  return kept.map((terms) => terms ?? found.next().value!)
}

/** SQL: fish of the generation were in the cage then, alone or among others. */
const fedTo = (generation: unknown) => sql`exists (
  select from fish_groups g
  cross join lateral (
    select count_after from fish_entries
    where company_id = o.company_id and group_id = g.id and (at, operation_id) < (o.at, o.id)
    order by at desc, operation_id desc limit 1) last
  where g.company_id = o.company_id and g.cage_id = o.cage_id and g.generation_id = ${generation}
    and last.count_after > 0)`

/** SQL: what a generation ate of each of these feedings, as `(x, volume)`, whose `x` is the feeding. */
const eatenOf = (company: number, generation: unknown, where: RawBuilder<unknown>) => sql`
  select x, sum(volume) as volume from (${shares({ company, x: () => sql`o.id`, where: () => where })}) s
  where generation_id = ${generation}::int group by 1`

export const feeding = kindServer({
  contract,
  footer: 'document',
  reads: ['good', 'stock', 'growth'],
  filter: ({ feed_types_id, generation_id }) =>
    feed_types_id || generation_id
      ? sql`${feed_types_id ? sql`o.good_id = any(${feed_types_id}::int[])` : sql`true`}
          ${generation_id ? sql`and ${fedTo(generation_id)}` : sql``}`
      : null,
  complete: completeTerms,
  asFiltered: async (rows, { tx, company }, { generation_id }) => {
    if (!generation_id || rows.length === 0) return rows
    const ids = sql`o.company_id = ${company.id} and o.id = any(${rows.map(({ id }) => id)}::bigint[])`
    const found = await tx.rows<{ id: number; volume: number }>(sql`
      select x as id, volume::float8 as volume from (${eatenOf(company.id, generation_id, ids)}) e`)
    const eaten = new Map(found.map(({ id, volume }) => [id, volume]))
    return rows.map((row) => ({ ...row, eaten: toUnits(eaten.get(Number(row.id)) ?? 0) }))
  },
  totals: (where, { tx, company }, { generation_id }) =>
    generation_id
      ? tx.one(sql`select sum(volume)::float8 / 1000000 as eaten from (${eatenOf(company.id, generation_id, where)}) e`)
      : {},
  row: (row) => ({
    cage_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    feed_type_id: row.good_id,
    feed_type: row.good,
    stock_id: row.stock_id,
    stock: row.stock,
    volume: toUnits(row.volume ?? 0),
    // told by `asFiltered`
    eaten: null,
    appetite: row.appetite,
    rate: row.rate === null ? null : toUnits(row.rate),
    growth: row.growth === null ? null : toKg(row.growth),
    temperature: row.temperature === null ? null : toUnits(row.temperature),
    temperature_source: row.temperature_source && SOURCE_WORDS[row.temperature_source as TemperatureSource],
  }),
})
