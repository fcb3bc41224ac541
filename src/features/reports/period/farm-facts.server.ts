/** What the farm did between two instants: fish by balance, feed and money as their journals add them up. */
import { can } from '../../../shared/abilities'
import { ownSums, sums } from '../../../core/documents/engine/journal-sums.server'
import type { JournalInput } from '../../../core/documents/engine/journal-where.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import type { Context } from '../../../server/http/route'
import { readFlows } from '../consolidated/parts/flows.server'
import * as read from '../consolidated/parts/movements.server'

interface Movement {
  /** of the fish of the beginning and those that came from elsewhere */
  had: bigint
  lost: bigint
  caught: { count: bigint; mass: bigint }
  growth: bigint
  end: { count: bigint; mass: bigint }
}

/** Growth is what the balance needs: feedings and weighings, which are many, are not read. */
async function readMovement(context: Context, stretch: read.Stretch): Promise<Movement> {
  const [lives, flows, passages] = await Promise.all([
    read.readLives(context, stretch),
    readFlows(context, stretch),
    stretch.cages ? read.readPassages(context, stretch) : [],
  ])
  const found = { had: 0n, lost: 0n, caught: { count: 0n, mass: 0n }, growth: 0n, end: { count: 0n, mass: 0n } }
  for (const life of lives) {
    found.had += BigInt(life.count_before)
    found.end.count += BigInt(life.count_after)
    found.end.mass += BigInt(life.mass_after)
    found.growth += BigInt(life.mass_after) - BigInt(life.mass_before)
  }
  for (const { kind, into, count, moved } of flows) {
    const [pieces, mass] = [BigInt(count), BigInt(moved)]
    found.growth -= mass
    if (kind === 'retreat') found.lost -= pieces
    if (kind === 'withdrawal') {
      found.caught.count -= pieces
      found.caught.mass -= mass
    }
    // on the whole farm a transfer comes from one of its own cages
    if (kind === 'stocking' || (kind === 'transfer' && into && stretch.cages)) found.had += pieces
  }
  for (const { count } of passages) found.had -= BigInt(count)
  return found
}

export interface FarmFacts extends Movement {
  /** milligrams */
  fed: bigint
  /** roubles of sales with a price; null without such a sale */
  revenue: number | null
  /** roubles; null for whoever may not read it */
  spending: number | null
}

/** From the first to the last instant, both among them; of these cages, or of all. */
interface Asked {
  start: string
  end: string
  cages: number[] | null
}

export async function readFarmFacts(context: Context, stretch: Asked): Promise<FarmFacts> {
  const { start, end, cages } = stretch
  const journal: JournalInput = { start, end, cages_id: null, location_id: null, per_page: 1 }
  const [movement, feedings, sales, spent] = await Promise.all([
    readMovement(context, stretch),
    sums(context, kindServers.feeding, journal, cages),
    ownSums(context, kindServers.withdrawal, journal, cages),
    can(context.user, 'access spending') ? ownSums(context, kindServers.spending, journal, null) : null,
  ])
  return {
    ...movement,
    fed: BigInt(feedings.volume ?? 0),
    revenue: sales.total_price ?? null,
    spending: spent && (spent.amount ?? 0),
  }
}
