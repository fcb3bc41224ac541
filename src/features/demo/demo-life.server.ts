/**
 * The demo farm while it lives: what swims where, and the acts that people write down. The books follow the fish only
 * through these.
 */
import { addDays } from '../../shared/dates'
import { type Document, EMPTY } from '../../shared/ledger/document'
import type { Calendar } from './demo-calendar.server'
import type { Chance } from './demo-chance.server'
import type { CagePlan, DemoFarm } from './demo-place.server'

/** A group of one cage. Weights in grams. */
export interface Fish {
  generation: number
  /** index of the age category */
  category: number
  count: number
  weight: number
  /** average in the books */
  book: number
  /** already sorted by size */
  graded: boolean
  brood: boolean
  /** days on which more die after a move */
  stress: number
  /** died in the heat wave */
  lost: number
  /** grams of feed a fish gets today */
  ration: number
}

export interface Tank {
  index: number
  plan: CagePlan
  fish: Fish | null
  /** its fish grow faster or slower than the others' */
  vigour: number
  /** share of the feed that is wasted more or less than usual */
  waste: number
  /** days before today at which the monthly weighing falls */
  turn: number
  /** neither moved nor sold any more */
  kept: boolean
  /** left out of the monthly weighing */
  skipped: boolean
}

export interface Life {
  chance: Chance
  /** apart, so that what fish fetch does not change how they live */
  trade: Chance
  calendar: Calendar
  place: DemoFarm
  tanks: Tank[]
  rows: Draft[]
  day: string
  water: number
  /** the minute at which the last act of the day's work was done */
  minute: number
  /** the cage being sold */
  selling: Tank | null
}

/** A document without an id; `created` is when it was entered, by the farm's clock. */
export type Draft = Omit<Document, 'id' | 'moves_fish'> & { created: string }

export type Fields = Partial<Omit<Draft, 'kind' | 'at' | 'created'>>

const pad = (value: number) => String(value).padStart(2, '0')
export const instantOf = (day: string, minute: number) => `${day}T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`

/** An instant some minutes later. */
function later(at: string, minutes: number): string {
  const total = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)) + minutes
  return instantOf(addDays(at.slice(0, 10), Math.floor(total / 1440)), total % 1440)
}

function write(life: Life, kind: string, minute: number, fields: Fields): void {
  const at = instantOf(life.day, minute)
  const created = later(at, life.chance.whole(4, 55))
  life.rows.push({ ...EMPTY, user_id: life.place.people.zootechnician, ...fields, kind, at, created })
}

/** The next moment of the day's work, which ends before the evening feeding. */
export const tick = (life: Life, least = 6, most = 14): number =>
  (life.minute = Math.min(989, life.minute + life.chance.whole(least, most)))

const MG_PER_G = 1000
/** Grams to milligrams as a scale shows them. */
const scaled = (grams: number) => {
  const step = grams > 50_000 ? 100_000 : grams > 1000 ? 10_000 : 1000
  return Math.max(step, Math.round((grams * MG_PER_G) / step) * step)
}
const groupOf = (life: Life, { generation, category }: Fish) => ({
  generation_id: generation,
  age_category_id: life.place.categories[category]!,
})
const cageOf = (life: Life, tank: Tank) => life.place.cages[tank.index]!

export const densityOf = ({ fish, plan }: Tank, weight = fish?.weight ?? 0) =>
  fish ? (fish.count * weight) / 1000 / plan.volume : 0

/** Fish of another cage or from outside join a cage. */
function join(tank: Tank, coming: Fish): void {
  const { fish } = tank
  if (!fish) {
    tank.fish = coming
    return
  }
  const count = fish.count + coming.count
  const mix = (key: 'weight' | 'book') => (fish[key] * fish.count + coming[key] * coming.count) / count
  Object.assign(fish, { weight: mix('weight'), book: mix('book'), count, stress: coming.stress })
}

/** Kopecks for so many fish: young ones are dearer by weight. */
const priceOf = (count: number, grams: number) => Math.round((count * (25 + 0.35 * grams)) / 100) * 100_00

export function stock(life: Life, tank: Tank, fish: Pick<Fish, 'generation' | 'category' | 'count' | 'weight'>): void {
  const weight = scaled(fish.count * fish.weight)
  const average = weight / MG_PER_G / fish.count
  const fresh = { graded: false, brood: false, stress: 6, lost: 0, ration: 0 }
  tank.fish = { ...fish, ...fresh, weight: average, book: average }
  const own = { cage_id: cageOf(life, tank), count: fish.count, weight, user_id: life.place.people.owner }
  const payment = priceOf(fish.count, average)
  write(life, 'stocking', tick(life, 9, 16), { ...own, ...groupOf(life, tank.fish), payment })
}

/** Takes fish out of a cage's books and water; `factor` is how much heavier than the others they are. */
function takeOut(tank: Tank, count: number, mass: number, representative: boolean): void {
  const fish = tank.fish!
  const rest = fish.count - count
  if (rest === 0) {
    tank.fish = null
    return
  }
  const left = (average: number) => (average * fish.count - mass) / rest
  fish.book = representative ? mass / count : left(fish.book)
  fish.weight = left(fish.weight)
  fish.count = rest
}

export function lose(life: Life, tank: Tank, count: number, minute: number): void {
  const fish = tank.fish!
  const user_id = life.chance.happens(0.85) ? life.place.people.feeder : life.place.people.zootechnician
  write(life, 'retreat', minute, { cage_id: cageOf(life, tank), count, user_id, ...groupOf(life, fish) })
  fish.count -= count
}

export function weigh(life: Life, tank: Tank, note: string | null = null): void {
  const fish = tank.fish!
  const count = life.chance.whole(40, 60)
  const weight = scaled(count * fish.weight * life.chance.around(1, 0.01))
  fish.book = weight / MG_PER_G / count
  write(life, 'weighing', tick(life), {
    cage_id: cageOf(life, tank),
    generation_id: fish.generation,
    count,
    weight,
    note,
  })
}

/** Moves fish `factor` times as heavy as the cage's average. */
export function move(
  life: Life,
  from: Tank,
  to: Tank,
  count: number,
  factor: number,
  note: string | null = null,
): void {
  const fish = from.fish!
  const weight = scaled(count * fish.weight * factor * life.chance.around(1, 0.003))
  const average = weight / MG_PER_G / count
  const own = { cage_id: cageOf(life, from), to_cage_id: cageOf(life, to), count, weight, note }
  write(life, 'transfer', tick(life, 15, 35), { ...own, ...groupOf(life, fish) })
  const coming = { ...fish, count, weight: average, book: average, graded: true, stress: 5 }
  takeOut(from, count, weight / MG_PER_G, false)
  if (from.fish) Object.assign(from.fish, { graded: true, stress: 4 })
  join(to, coming)
}

export interface Catch {
  count: number
  factor?: number
  reason: string
  note?: string | null
  /** what the sale or the dispatch adds, from the weight in milligrams */
  terms?: (weight: number) => Fields
}

/** Fish leave the farm. Those sold are a fair sample of their cage, so the books take their average. */
export function take(life: Life, tank: Tank, { count, factor = 1, reason, note = null, terms }: Catch): void {
  const fish = tank.fish!
  const weight = scaled(count * fish.weight * factor * life.chance.around(1, 0.004))
  const selection = factor === 1 && count < fish.count ? 'representative' : null
  const own = { cage_id: cageOf(life, tank), count, weight, reason, selection, note, ...terms?.(weight) }
  write(life, 'withdrawal', tick(life, 20, 40), { ...own, ...groupOf(life, fish) })
  takeOut(tank, count, weight / MG_PER_G, selection !== null)
}

/** The count found on the spot, whatever the books say. */
export function correct(life: Life, tank: Tank, count: number, note: string): void {
  const fish = tank.fish!
  write(life, 'correction', tick(life), { cage_id: cageOf(life, tank), count, note, ...groupOf(life, fish) })
  fish.count = count
}

/** Nobody is left in the cage, whatever the books say. */
export function closeOut(life: Life, tank: Tank): void {
  const { fish } = tank
  if (!fish) return
  const at = instantOf(life.day, (life.minute = Math.min(989, life.minute + 5)))
  const own = { cage_id: cageOf(life, tank), count: 0, user_id: life.place.people.zootechnician }
  const told = { kind: 'close_out', at, created: later(at, 5), note: 'Облов закончен, садок пустой' }
  life.rows.push({ ...EMPTY, ...own, ...groupOf(life, fish), ...told })
  tank.fish = null
}

export function recategorize(life: Life, tank: Tank, category: number): void {
  const fish = tank.fish!
  fish.category = category
  write(life, 'category_change', tick(life, 1, 2), { cage_id: cageOf(life, tank), ...groupOf(life, fish) })
}

/** Whole feeders, buckets or cups, by how much it is. In millionths of a kilogram. */
const portion = (kg: number) => {
  const step = kg > 100 ? 5 : kg > 20 ? 1 : 0.5
  return Math.max(step, Math.round(kg / step) * step) * 1_000_000
}

export function feed(life: Life, tank: Tank, kg: number, good: number, appetite: number, minute: number): void {
  const { people, stocks, feeds } = life.place
  const user_id = life.chance.happens(0.8) ? people.feeder : people.zootechnician
  const goods = { good_id: feeds[good]!, stock_id: stocks[tank.plan.module]!, volume: portion(kg) }
  write(life, 'feeding', minute, { cage_id: cageOf(life, tank), ...goods, appetite, user_id })
}

/** `amount` in thousandths of the medicine's unit; medicines lie ashore. */
export function treat(
  life: Life,
  tank: Tank,
  medicine: number,
  amount: number,
  note: string | null = null,
  minute = tick(life, 3, 7),
): void {
  const { medicines, shore } = life.place
  const goods = { good_id: medicines[medicine]!, stock_id: shore, volume: amount * 1000 }
  write(life, 'treatment', minute, { cage_id: cageOf(life, tank), ...goods, note })
}

export function remark(life: Life, tank: Tank, note: string, user_id = life.place.people.zootechnician): void {
  write(life, 'note', tick(life, 2, 9), { cage_id: cageOf(life, tank), note, user_id })
}
