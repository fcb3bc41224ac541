/**
 * Years of a farm, day by day over all cages in order of time, so that tables are laid out as in real life. Entries are
 * computed by the ledger's own fold.
 */
import { registry } from '../src/core/documents/kinds/kinds.server'
import { NO_NORMS } from '../src/shared/ledger/effects'
import { apply, type CageState, keyOf, type Posting, settle } from '../src/shared/ledger/fold'
import { addDays } from '../src/shared/dates'
import { CATEGORY, type LifeRow, type Planned, planner, type Random, random, type Size } from './farm-plan'

export interface Day {
  operations: LifeRow[]
  postings: { row: LifeRow; postings: Posting[] }[]
  /** what came into a warehouse or left it */
  feeds: LifeRow[]
}

const EMPTY: Omit<LifeRow, 'id' | 'kind' | 'at' | 'moves_fish'> = {
  cage_id: null,
  to_cage_id: null,
  generation_id: null,
  age_category_id: null,
  generation_ids: null,
  count: null,
  weight: null,
  avg_weight: null,
  selection: null,
  reason: null,
  good_id: null,
  stock_id: null,
  volume: null,
  norm_version_id: null,
  norm_temperature: null,
  gain: null,
  appetite: null,
}

const pad = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`

function rowOf({ minute, share, ...planned }: Planned, day: string, id: number, held: number, rnd: Random): LifeRow {
  const moves_fish = planned.kind !== 'feeding' && planned.kind !== 'good_adding'
  const category = { age_category_id: moves_fish ? CATEGORY : null }
  const row = { ...EMPTY, ...category, ...planned, id, at: `${day}T${clock(minute)}`, moves_fish }
  if (share) row.count = held
  if (row.kind === 'correction') row.count = Math.max(1, Math.round(held * (0.995 + rnd(0.01))))
  return row
}

/** The farm's days from the first to the last, `lastDay` being 'YYYY-MM-DD'. */
export function* liveFarm(size: Size, lastDay: string): Generator<Day> {
  const rnd = random(20_261_120)
  const plan = planner(size, rnd)
  const states = new Map<number, CageState>()
  for (let cage = 1; cage <= size.cages; cage++) states.set(cage, new Map())
  const world = (cage: number) => states.get(cage)!
  const total = size.years * 365
  let id = 1
  for (let index = 0; index < total; index++) {
    const day = addDays(lastDay, index + 1 - total)
    const result: Day = { operations: [], postings: [], feeds: [] }
    for (const planned of plan(index)) {
      const key = keyOf(planned.generation_id ?? 0, CATEGORY)
      const held = planned.cage_id ? (world(planned.cage_id).get(key)?.count ?? 0) : 0
      const row = rowOf(planned, day, id, held, rnd)
      const effect = row.moves_fish ? registry.effectOf(row, NO_NORMS) : null
      const outcome = effect && apply(effect, world)
      // what cannot be, no one would have entered
      if (outcome && (outcome.refusal || row.count === 0)) continue
      if (outcome) {
        settle(outcome.postings, world)
        result.postings.push({ row, postings: outcome.postings })
      }
      id++
      result.operations.push(row)
      if (row.good_id !== null) result.feeds.push(row)
    }
    yield result
  }
}
