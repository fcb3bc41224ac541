/** How fish will grow by feedings that the server does not know yet, by its last answer. Pure. */
import type { AnswerOf } from '../../../shared/contract'
import { type GrowthColumn, growthColumn, NO_COLUMN } from '../../../shared/feeding/growth-column'
import type { Season } from '../../../shared/feeding/norm'
import { type NormsOf, NO_NORMS } from '../../../shared/ledger/effects'
import { MILLIONTHS, toMg } from '../../../shared/numbers'
import type { Matching } from '../../../shared/settings'
import type { growingCall } from './growing.contract'

type Terms = AnswerOf<typeof growingCall>

export interface Fed {
  cage: number
  good: number
  /** 'YYYY-MM-DD' */
  day: string
}

export interface Growing {
  columnOf(fed: Fed): GrowthColumn
  norms: NormsOf
}

export const NO_GROWING: Growing = { columnOf: () => NO_COLUMN, norms: NO_NORMS }

const millionths = (value: number) => Math.round(value * MILLIONTHS)

const seasonOf = ({ rows, coefficients, ...season }: Terms['norms'][number]['seasons'][number]): Season => ({
  ...season,
  coefficients: coefficients.map(millionths),
  // what was given is known, so no ration is asked of these norms
  rows: rows.map((row) => ({
    min: toMg(row.min),
    max: toMg(row.max),
    fcr: millionths(row.feed_conversion_rate),
    rates: [],
  })),
})

/** Days after those of the answer are as its last one, days before them are not known. */
export function growingBy({ norms, places }: Terms, matching: Matching): Growing {
  const versions = norms.map(({ feed_type_id, version, seasons }) => ({
    feed: feed_type_id,
    version,
    seasons: seasons.map(seasonOf),
  }))
  const byFeed = new Map(versions.map(({ feed, ...rest }) => [feed, rest]))
  const byVersion = new Map(versions.map(({ version, seasons }) => [version, seasons]))
  const days = new Map(places.flatMap(({ cages_id, days: own }) => cages_id.map((id) => [id, own] as const)))
  return {
    norms: (version) => byVersion.get(version),
    columnOf: ({ cage, good, day }) => {
      const known = days.get(cage)?.findLast((one) => one.day <= day)
      if (!known || known.temperature === null) return NO_COLUMN
      const water = millionths(known.temperature)
      return growthColumn({ day, goods: [good, known.feed_type_id], water, matching }, byFeed)
    },
  }
}
