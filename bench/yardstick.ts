/**
 * The speed of this machine: the fewest statements with which node and pg can store a loss, without sessions, checks,
 * locks, audit or answers. Eight clients of the application may store a quarter as many.
 */
import { type SendStatement, statementSender } from '../src/server/db/pipeline'
import { mulDiv } from '../src/shared/numbers'
import { connect } from './bare'
import { CATEGORY, placesOf } from './farm-plan'
import { load, ms, spread } from './figures'
import type { Run } from './run'

interface Group {
  id: number
  cage: number
  generation: number
}

const LAST = `select count_after, mass_after, nextval('operations_id_seq') as operation from fish_entries
  where company_id = 1 and group_id = $1 order by at desc, operation_id desc limit 1`
const OPERATION = `insert into operations
    (company_id, id, kind, at, moves_fish, user_id, cage_id, generation_id, age_category_id, count)
  values (1, $1, 'retreat', $2, true, (select min(id) from users), $3, $4, $5, 1)`
const ENTRY = `insert into fish_entries
    (company_id, group_id, at, operation_id, cage_id, kind, count_delta, mass_delta, deviation, count_after, mass_after)
  values (1, $1, $2, $3, $4, 'retreat', -1, $5, 0, $6, $7)`

async function storeLoss(ask: SendStatement, at: string, { id, cage, generation }: Group): Promise<number> {
  const start = performance.now()
  const [, last] = await Promise.all([ask('begin', []), ask(LAST, [id])])
  const { operation, count_after, mass_after } = last.rows[0] as Record<string, number>
  const taken = mulDiv(1, mass_after!, count_after!)
  const entry = [id, at, operation, cage, -taken, count_after! - 1, mass_after! - taken]
  await Promise.all([ask(OPERATION, [operation, at, cage, generation, CATEGORY]), ask(ENTRY, entry), ask('commit', [])])
  return performance.now() - start
}

/**
 * Each client uses its own cages, so that none waits for another, on a day that no later measurement reads. Answers how
 * many eight clients store in a second.
 */
export async function measureYardstick(run: Run, groups: Group[]): Promise<number> {
  let perSecond = 0
  const at = `${run.lastDay}T23:59`
  const cages = new Set(placesOf(run.size).bare)
  const bare = groups.filter(({ cage }) => cages.has(cage))
  for (const clients of [1, 8]) {
    const connections = await Promise.all(Array.from({ length: clients }, () => connect(run.databaseUrl)))
    await Promise.all(connections.map((client) => client.query("select set_config('app.company_id', '1', false)")))
    const share = Math.floor(bare.length / clients)
    let turns = 0
    const rate = await load(clients, run.seconds, (client) =>
      storeLoss(statementSender(connections[client]!), at, bare[client * share + (turns++ % share)]!),
    )
    await Promise.all(connections.map((client) => client.end()))
    run.add({
      what: `the fewest statements that store a loss, ${clients} client${clients > 1 ? 's' : ''}`,
      figure: `${rate.perSecond}/s, p99 ${ms(spread(rate.times).p99)}`,
    })
    perSecond = rate.perSecond
  }
  return perSecond
}
