/** Where a new cage lies on the map of its module. */
import { sql } from 'kysely'
import type { Tx } from '../../server/db/client'

const STEP_X = 164
const STEP_Y = 222
const ORIGIN = { x: 236, y: 112 }
const PER_ROW = 6

/** The first free berths of a module's two-row pontoon, then of the next one below. */
export async function freeBerths(tx: Tx, company: number, location: number, count: number) {
  const taken = await tx.rows<{ x: number; y: number }>(
    sql`select x, y from cages where company_id = ${company} and location_id = ${location}`,
  )
  const free: { x: number; y: number }[] = []
  for (let index = 0; free.length < count; index++) {
    const berth = { x: ORIGIN.x + STEP_X * (index % PER_ROW), y: ORIGIN.y + STEP_Y * Math.floor(index / PER_ROW) }
    if (!taken.some(({ x, y }) => Math.abs(x - berth.x) < STEP_X / 2 && Math.abs(y - berth.y) < STEP_Y / 2))
      free.push(berth)
  }
  return free
}
