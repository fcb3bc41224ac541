/** What became of the fish of cages between two instants, group by group: one reading for all reports of it. */
import { groupBy } from '../../../../shared/collections'
import { type Flow, readFlows } from './flows.server'
import {
  type Fed,
  type Life,
  type Place,
  type Reader,
  readFed,
  readGiven,
  readLives,
  readPlaces,
  type Stretch,
} from './movements.server'
import { addTo, type Sums, zeros } from './sums.server'

const MOVES = ['stocked', 'came', 'went', 'caught', 'lost', 'corrected', 'closed', 'recategorized'] as const
type Move = (typeof MOVES)[number]
const KEYS = [
  ...['startCount', 'startMass', 'endCount', 'endMass', 'growth', 'fed'],
  ...MOVES.flatMap((move) => [`${move}Count`, `${move}Mass`]),
] as ('startCount' | 'startMass' | 'endCount' | 'endMass' | 'growth' | 'fed' | `${Move}${'Count' | 'Mass'}`)[]
export type Balance = Sums<(typeof KEYS)[number]>

/** Which move an entry belongs to, and whether its signs are turned. */
function moveOf({ kind, into }: Flow): [Move, bigint] | null {
  if (kind === 'stocking') return ['stocked', 1n]
  if (kind === 'transfer') return into ? ['came', 1n] : ['went', -1n]
  if (kind === 'withdrawal') return ['caught', -1n]
  if (kind === 'retreat') return ['lost', -1n]
  if (kind === 'correction') return ['corrected', 1n]
  if (kind === 'close_out') return ['closed', 1n]
  return kind === 'category_change' ? ['recategorized', 1n] : null
}

function addFlow(sums: Balance, flow: Flow): void {
  const move = moveOf(flow)
  if (!move) return
  const [name, sign] = move
  sums[`${name}Count`] += sign * BigInt(flow.count)
  sums[`${name}Mass`] += sign * BigInt(flow.moved)
}

/** Of a group: its growth is what the balance needs, and so closes to the milligram. */
function balanceOf(life: Life, flows: readonly Flow[]): Balance {
  const sums = zeros(KEYS)
  sums.startCount = BigInt(life.count_before)
  sums.startMass = BigInt(life.mass_before)
  sums.endCount = BigInt(life.count_after)
  sums.endMass = BigInt(life.mass_after)
  sums.growth = sums.endMass - sums.startMass
  for (const flow of flows) {
    addFlow(sums, flow)
    sums.growth -= BigInt(flow.moved)
  }
  return sums
}

export function sumOf(all: readonly Balance[]): Balance {
  const total = zeros(KEYS)
  for (const one of all) addTo(total, one)
  return total
}

const fedOf = (fed: readonly Fed[]) => fed.reduce((sum, { volume }) => sum + BigInt(volume), 0n)

/** One of the groups that a cage had; what it ate is asked apart. */
export interface OneLife {
  life: Life
  balance: Balance
}

export interface Cage {
  place: Place
  lives: OneLife[]
  fed: Fed[]
  /** of the whole cage in the stretch */
  balance: Balance
  /** what moved from the earlier instant on */
  since: Balance
}

function cageOf(place: Place, lives: readonly Life[], fed: Fed[], flows: ReadonlyMap<number, Flow[]>): Cage {
  const all = lives.map((life) => ({ life, own: flows.get(life.group) ?? [] }))
  const told = all.map(({ life, own }) => ({
    life,
    balance: balanceOf(
      life,
      own.filter(({ early }) => !early),
    ),
  }))
  // what moved in and out of the only group that a cage had is its own, and so is what it was fed
  const balance = told.length === 1 ? told[0]!.balance : sumOf(told.map((one) => one.balance))
  balance.fed = fedOf(fed)
  const since = zeros(KEYS)
  for (const { own } of all) for (const flow of own) addFlow(since, flow)
  return { place, lives: told, fed, balance, since }
}

/** Cages in which something swam, or was fed; `byFeed` tells each feed that a cage was given. */
export async function readBalances(
  reader: Reader,
  stretch: Stretch,
  { byFeed = true } = {},
): Promise<{ cages: Cage[]; fed: Fed[] }> {
  const [places, flows, lives, fed] = await Promise.all([
    readPlaces(reader, stretch.cages),
    readFlows(reader, stretch),
    readLives(reader, stretch),
    (byFeed ? readFed : readGiven)(reader, stretch),
  ])
  const byGroup = groupBy(flows, ({ group }) => group)
  const [livesIn, fedIn] = [groupBy(lives, ({ cage }) => cage), groupBy(fed, ({ cage }) => cage)]
  const cages = places.flatMap((place) => {
    const [own, ofCage] = [livesIn.get(place.id) ?? [], fedIn.get(place.id) ?? []]
    return own.length + ofCage.length > 0 ? [cageOf(place, own, ofCage, byGroup)] : []
  })
  return { cages, fed }
}
