/** What the people of the measured farm do on a day, cage by cage, before the ledger computes the outcome. */
import type { LedgerRow } from '../src/shared/ledger/document'

export interface Size {
  cages: number
  years: number
  /** with what the sweep adds */
  whole?: boolean
}

/** An operation as its table holds it. */
export interface LifeRow extends LedgerRow {
  moves_fish: boolean
  reason: string | null
  good_id: number | null
  stock_id: number | null
  volume: number | null
  appetite: number | null
}

/** `share` 1 takes all fish of the group. */
export type Planned = Partial<LifeRow> & { kind: string; minute: number; share?: number }

export const PER_MODULE = 25
export const FEEDS = 4
export const STOCKS = 3
export const CATEGORY = 1
export const KG = 1_000_000
const CYCLE_DAYS = 900
const HOT_DAYS = 365
const HOT_PER_DAY = 296
const CHAIN_DAYS = 100

/** Operations for each cage and day; a year of 500 cages makes some 360 000 entries. */
const RATES = {
  retreat: 0.56,
  weighing: 0.5,
  withdrawal: 0.34,
  transfer: 0.225,
  correction: 0.112,
  stocking: 0.056,
  feeding: 0.55,
}
type Kind = keyof typeof RATES

const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)

/** Ids of cages set apart: what is measured on them must not influence the others. */
export const placesOf = ({ cages }: Size) => {
  // as many for each of eight clients, so that their writes do not concentrate on a few
  const bare = 8 * Math.floor(cages / 40)
  return {
    /** holds 30 % of the last year's entries */
    hot: cages,
    chain: range(cages - 10, 10),
    /** the bare loop's own */
    bare: range(cages - 10 - bare, bare),
    /** cages with transfers among those of a module */
    open: range(1, cages - 11 - bare),
  }
}

/** Ids of generations: one a year, then those of the busy cage and of the chain. */
export const generationsOf = ({ years }: Size) => ({ years: years + 1, hot: years + 2, chain: years + 3 })

/** xorshift: the same farm in every run. Answers a number from 0 to below `below`. */
export function random(seed: number) {
  let state = seed
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) / 4_294_967_296) * below
  }
}
export type Random = ReturnType<typeof random>

interface Farm {
  size: Size
  rnd: Random
  whole(from: number, to: number): number
}

const moduleOf = (cage: number) => Math.floor((cage - 1) / PER_MODULE)
const cycleDay = (cage: number, day: number) => (day + moduleOf(cage) * 137) % CYCLE_DAYS
const generationOf = (cage: number, day: number) => 1 + Math.floor(Math.max(0, day - cycleDay(cage, day)) / 365)
const averageAt = (age: number) => Math.round(20_000 + (age / CYCLE_DAYS) ** 2 * 3 * KG)

function transferTo({ size, rnd, whole }: Farm, cage: number, age: number): Partial<LifeRow> {
  const first = moduleOf(cage) * PER_MODULE
  const last = Math.min(first + PER_MODULE, placesOf(size).open.length)
  const count = whole(50, 300)
  return { count, weight: rnd(1) < 0.2 ? null : count * averageAt(age), to_cage_id: whole(first + 1, last) }
}

const details: Record<Kind, (farm: Farm, cage: number, age: number) => Partial<LifeRow>> = {
  retreat: ({ whole }) => ({ count: whole(1, 10) }),
  weighing: ({ rnd }, _, age) => ({
    count: 50,
    weight: Math.round(50 * averageAt(age) * (0.97 + rnd(0.06))),
    age_category_id: null,
  }),
  withdrawal: ({ rnd, whole }, _, age) => {
    const count = whole(10, 150)
    return { count, weight: rnd(1) < 0.5 ? null : count * averageAt(age), reason: 'sale' }
  },
  correction: () => ({}),
  stocking: (_, __, age) => ({ count: 800, weight: 800 * averageAt(age) }),
  transfer: transferTo,
  feeding: ({ whole }, cage) => ({
    generation_id: null,
    age_category_id: null,
    good_id: whole(1, FEEDS),
    stock_id: 1 + (moduleOf(cage) % STOCKS),
    volume: whole(50, 600) * 100_000,
    appetite: whole(1, 5),
  }),
}

/** The fish of the last cycle leave, and those of the next arrive. */
function turn(cage: number, before: number | null, next: number, count: number, average: number): Planned[] {
  const stocking = { kind: 'stocking', minute: 310, cage_id: cage, generation_id: next, count, weight: count * average }
  if (before === null) return [stocking]
  const leaving = { kind: 'withdrawal', minute: 300, cage_id: cage, generation_id: before, share: 1, reason: 'sale' }
  return [leaving, stocking]
}

function ordinary(farm: Farm, cage: number, day: number): Planned[] {
  const { size, rnd, whole } = farm
  const age = cycleDay(cage, day)
  const generation_id = generationOf(cage, day)
  const before = day === 0 ? null : generationOf(cage, day - 1)
  const planned = day === 0 || age === 0 ? turn(cage, before, generation_id, 100_000, averageAt(age)) : []
  // the busy cage takes its share of the last year
  const factor = day >= size.years * 365 - HOT_DAYS ? 0.7 : 1
  for (const kind of Object.keys(RATES) as Kind[]) {
    if (kind === 'transfer' && cage > placesOf(size).open.length) continue
    for (let times = Math.floor(RATES[kind] * factor + rnd(1)); times > 0; times--) {
      const row = { kind, minute: whole(360, 1199), cage_id: cage, generation_id, ...details[kind](farm, cage, age) }
      if (row.to_cage_id !== cage) planned.push(row)
    }
  }
  return planned
}

function busy(farm: Farm, cage: number, day: number): Planned[] {
  const { size, rnd, whole } = farm
  const start = size.years * 365 - HOT_DAYS
  if (day < start) return ordinary(farm, cage, day)
  const generation_id = generationsOf(size).hot
  const planned = day === start ? turn(cage, generationOf(cage, day - 1), generation_id, 3_000_000, KG / 2) : []
  for (let index = 0; index < HOT_PER_DAY; index++) {
    const chance = rnd(1)
    const common = { minute: whole(360, 1199), cage_id: cage, generation_id }
    if (chance < 0.55) planned.push({ ...common, kind: 'retreat', count: whole(1, 3) })
    else if (chance < 0.85)
      planned.push({ ...common, kind: 'weighing', ...details.weighing(farm, cage, 300 + day - start) })
    else planned.push({ ...common, kind: 'withdrawal', count: whole(1, 9), reason: 'sale' })
  }
  return planned
}

/** Untyped transfers from cage to cage on one morning, then a thousand entries in each. */
function chained(farm: Farm, cage: number, day: number): Planned[] {
  const { size, whole } = farm
  const start = size.years * 365 - CHAIN_DAYS
  if (day < start) return ordinary(farm, cage, day)
  const index = placesOf(size).chain.indexOf(cage)
  const generation_id = generationsOf(size).chain
  const common = { cage_id: cage, generation_id }
  const planned: Planned[] = day === start && index === 0 ? turn(cage, null, generation_id, 2_000_000, KG / 2) : []
  if (day === start && index < 9)
    planned.push({
      ...common,
      kind: 'transfer',
      minute: 320 + index,
      to_cage_id: cage + 1,
      count: 200_000 * (9 - index),
    })
  for (let times = 0; times < 10; times++)
    planned.push({ ...common, kind: 'retreat', minute: whole(360, 1199), count: whole(1, 3) })
  return planned
}

/** A receipt of every feed in every warehouse, enough for a month. */
const addings = (size: Size): Planned[] =>
  range(0, FEEDS * STOCKS).map((index) => ({
    kind: 'good_adding',
    minute: 5,
    good_id: 1 + (index % FEEDS),
    stock_id: 1 + Math.floor(index / FEEDS),
    volume: size.cages * 80 * KG,
  }))

/** Answers a day's operations in order of time; days count from 0 and have to be requested in order. */
export function planner(size: Size, rnd: Random): (day: number) => Planned[] {
  const farm: Farm = { size, rnd, whole: (from, to) => from + Math.floor(rnd(to - from + 1)) }
  const { hot, chain } = placesOf(size)
  return (day) => {
    const planned = day % 30 === 0 ? addings(size) : []
    for (const cage of range(1, size.cages))
      planned.push(...(cage === hot ? busy : chain.includes(cage) ? chained : ordinary)(farm, cage, day))
    return planned.sort((a, b) => a.minute - b.minute)
  }
}
