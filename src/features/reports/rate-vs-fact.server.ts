/** What the norms proposed beside what was fed. */
import { sql } from 'kysely'
import { rationsOf } from '../../core/feeding/rations/rations.server'
import type { Told } from '../../core/reports/facts/fact-rows.server'
import { countedRoute, type ReportRow, type ReportSql, toldRows } from '../../core/reports/series.server'
import { dayOf } from '../../shared/dates'
import type { SeriesAnswer } from '../../shared/report/report'
import type { Context } from '../../server/http/route'
import { feedingsRateVsFact } from './reports.contract'

/** Whole days of the period that have begun: a ration is of a day. */
async function normsIn({ period, cages, placeOf }: ReportSql, context: Context): Promise<ReportRow[]> {
  const today = dayOf(context.company.now)
  const last = dayOf(period.end)
  const sums = new Map<number, bigint>()
  for await (const rations of rationsOf(context, cages, dayOf(period.start), last < today ? last : today))
    for (const { day, ration } of rations) sums.set(placeOf(day), (sums.get(placeOf(day)) ?? 0n) + ration)
  return [...sums].map(([x, sum]) => ({ x, series: 'norm', value: String(sum) }))
}

const fed: Told = { fact: 'given', by: [], select: sql`'fact' as series, f.mass::text as value` }

/** (fact − norm) / norm · 100 %, two decimals, half up; null where the norms proposed nothing. */
function differenceOf(norm: number, fact: number): number | null {
  const [planned, fed] = [BigInt(Math.round(norm * 1e6)), BigInt(Math.round(fact * 1e6))]
  if (planned === 0n) return null
  // shifted by the whole of the norm, so that what is rounded is not below zero
  return Number((2n * fed * 10_000n + planned) / (2n * planned) - 10_000n) / 100
}

function differences({ datasets }: SeriesAnswer): Partial<SeriesAnswer['extra']> {
  const [norm, fact] = ['norm', 'fact'].map((id) => datasets.find((one) => one.id === id)?.data ?? [])
  return { difference: norm!.map((value, label) => differenceOf(value ?? 0, fact![label] ?? 0)) }
}

export const rateVsFactRoute = countedRoute(
  feedingsRateVsFact,
  async (asked, context) => [...(await normsIn(asked, context)), ...(await toldRows(asked, context, fed))],
  differences,
)
