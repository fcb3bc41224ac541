/** Feeding 36 cages in one request: the whole answer with 36 rows and 36 cages. */
import { CATEGORY, FEEDS, STOCKS } from './farm-plan'
import { load, ms, spread } from './figures'
import { livingGroups, now } from './posts'
import type { Run } from './run'

const CAGES = 36

/** Groups of 36 neighbouring cages with fish, one after another, as a person goes from module to module. */
function batches(cages: number[]): () => Record<string, unknown> {
  let turn = 0
  return () => {
    const from = (turn++ * CAGES) % Math.max(1, cages.length - CAGES)
    const row = (cage: number) => ({
      feed_type_id: 1 + (cage % FEEDS),
      stock_id: 1 + (cage % STOCKS),
      volume: 0.1,
      rate: 1,
      appetite: 3,
    })
    return Object.fromEntries(cages.slice(from, from + CAGES).map((cage) => [cage, row(cage)]))
  }
}

export async function measureBatch(run: Run): Promise<void> {
  const groups = await livingGroups(run)
  const cages = [...groups.keys()].sort((a, b) => a - b)
  const next = batches(cages)
  const losses = (batch: Record<string, unknown>) =>
    Object.fromEntries(
      Object.keys(batch).map((cage) => [
        cage,
        { count: 1, generation_id: groups.get(Number(cage)), age_category_id: CATEGORY },
      ]),
    )
  const post = async (path: string, batch: Record<string, unknown>) => {
    const answer = await run.app.send('POST', path, { ...now(), batch })
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.ms
  }
  const kinds = { feedings: () => post('/feedings', next()), retreats: () => post('/retreats', losses(next())) }
  for (const [name, one] of Object.entries(kinds)) {
    await load(1, 1, one)
    const { p50, p95, most } = spread((await load(1, run.seconds, one)).times)
    run.add({
      what: `POST /${name}, ${CAGES} cages`,
      figure: `p50 ${ms(p50)}, p95 ${ms(p95)}, most ${ms(most)}`,
      gate: '<= 60 ms',
    })
  }
}
