/**
 * Operations in the past, entered, edited (after a preview) and deleted: time by the number of later entries, and
 * whether the answer is exact.
 */
import type pg from 'pg'
import type { CageRow } from '../src/core/cages/cage.contract'
import { registry } from '../src/core/documents/kinds/kinds.server'
import type { PreviewAnswer } from '../src/core/documents/engine/preview.contract'
import type { LedgerRow } from '../src/shared/ledger/document'
import { replay as replayLedger, type Replayed } from '../src/server/db/ledger/replay'
import { toKg } from '../src/shared/numbers'
import { showDay, timeOf } from '../src/shared/dates'
import type { Answer } from './app'
import { connect, replay, type Script } from './bare'
import { CATEGORY, generationsOf, placesOf } from './farm-plan'
import { ms, spread } from './figures'
import { livingGroups } from './posts'
import type { Run } from './run'

interface Written {
  id: number
  cages: CageRow[]
}

/** Replays cages from nothing that have transfers only among each other. */
async function replayed({ admin }: Run, cages: number[]): Promise<Replayed> {
  const { rows } = await admin.query<LedgerRow>(
    `select id, kind, at, cage_id, to_cage_id, generation_id, age_category_id, generation_ids, count, weight,
       avg_weight, selection
     from operations where moves_fish and (cage_id = any($1) or to_cage_id = any($1))`,
    [cages],
  )
  return replayLedger(rows, registry.effectOf)
}

/** Throws unless the cages of an answer equal the replay. */
function compareAnswer({ states }: Replayed, answer: CageRow[], cages: number[]): void {
  for (const cage of cages) {
    const told = answer.find(({ id }) => id === cage)?.groups ?? []
    const alive = [...(states.get(cage) ?? [])].filter(([, state]) => state.count > 0)
    const same = alive.every(([key, { count, mass }]) =>
      told.some(
        (group) =>
          `${group.generation_id}:${group.age_category_id}` === key &&
          group.count === count &&
          group.weight === toKg(mass),
      ),
    )
    if (!same || told.length !== alive.length) throw new Error(`cage ${cage}: the answer is not what the replay says`)
  }
}

/** Throws unless every stored entry of the cages equals the replay; answers how many there are. */
async function compareStored({ admin }: Run, { postings }: Replayed, cages: number[]): Promise<number> {
  const { rows } = await admin.query<{
    operation_id: number
    cage_id: number
    generation_id: number
    count_after: number
    mass_after: number
    deviation: number
  }>(
    `select e.operation_id, e.cage_id, g.generation_id, e.count_after, e.mass_after, e.deviation from fish_groups g
     join fish_entries e on e.company_id = g.company_id and e.group_id = g.id where g.cage_id = any($1)`,
    [cages],
  )
  const expected = [...postings.values()].reduce((sum, list) => sum + list.length, 0)
  const same = rows.every((row) =>
    postings
      .get(row.operation_id)
      ?.some(
        (p) =>
          p.cage === row.cage_id &&
          p.generation === row.generation_id &&
          p.after.count === row.count_after &&
          p.after.mass === row.mass_after &&
          p.deviation === row.deviation,
      ),
  )
  if (!same || rows.length !== expected) throw new Error('the stored entries are not what the replay says')
  return rows.length
}

function read(answer: Answer): Written {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return JSON.parse(answer.text) as Written
}

async function bareTimes(databaseUrl: string, script: Script, times: number): Promise<number> {
  const client: pg.Client = await connect(databaseUrl)
  const all: number[] = []
  for (let turn = 0; turn <= times; turn++) all.push(await replay(client, script))
  await client.end()
  return spread(all.slice(1)).p50
}

/** Throws unless the edit did what its preview said. */
function comparePreview({ status, text }: Answer, cages: CageRow[], cage: number): void {
  if (status !== 200) throw new Error(`${status} ${text}`)
  const { groups } = JSON.parse(text) as PreviewAnswer
  const row = cages.find(({ id }) => id === cage)
  const same = groups.every(({ generation_id, age_category_id, after }) => {
    const now = row?.groups.find(
      (one) => one.generation_id === generation_id && one.age_category_id === age_category_id,
    )
    return now?.count === after.count && now.weight === after.weight
  })
  if (!same || groups.length === 0) throw new Error(`cage ${cage}: the preview is not what the edit did`)
}

const instant = (at: string) => ({ date: showDay(at), time: timeOf(at) })

interface Case {
  k: number
  times: number
  body: (count: number) => Record<string, unknown>
}

/** Creates, edits and deletes a loss repeatedly. */
async function three(run: Run, { times, body }: Case, cage: number) {
  const taken = { create: [] as number[], preview: [] as number[], edit: [] as number[], delete: [] as number[] }
  for (let turn = 0; turn < times; turn++) {
    const check = async (answer: Answer) => {
      const { cages } = read(answer)
      // replaying the whole cage takes longer than what is measured, so only the first turn is checked
      if (turn === 0) compareAnswer(await replayed(run, [cage]), cages, [cage])
    }
    const created = await run.app.send('POST', '/retreat', body(2))
    const { id } = read(created)
    await check(created)
    const previewed = await run.app.send('POST', `/retreat/${id}/preview`, body(3))
    const edited = await run.app.send('PATCH', `/retreat/${id}`, body(3))
    await check(edited)
    if (turn === 0) comparePreview(previewed, read(edited).cages, cage)
    const deleted = await run.app.send('DELETE', `/retreat/${id}`)
    await check(deleted)
    taken.create.push(created.ms)
    taken.preview.push(previewed.ms)
    taken.edit.push(edited.ms)
    taken.delete.push(deleted.ms)
  }
  return taken
}

async function casesOf(run: Run, cage: number, generation: number): Promise<Case[]> {
  const { rows } = await run.admin.query<{ at: string }>(
    `select e.at from fish_groups g join fish_entries e on e.company_id = g.company_id and e.group_id = g.id
     where g.cage_id = $1 and g.generation_id = $2 order by e.at desc, e.operation_id desc`,
    [cage, generation],
  )
  return [0, 100, 1000, 10_000, 100_000].flatMap((wanted) => {
    const { at } = rows[wanted] ?? {}
    if (!at) return []
    const k = rows.filter((row) => row.at > at).length
    const body = (count: number) => ({
      ...instant(at),
      from_id: cage,
      generation_id: generation,
      age_category_id: CATEGORY,
      count,
    })
    return [{ k, times: wanted >= 10_000 ? 4 : 20, body }]
  })
}

/** The busy cage: every later entry changes, because nothing absorbs a change of count. */
export async function measurePast(run: Run): Promise<void> {
  const { hot } = placesOf(run.size)
  const cases = await casesOf(run, hot, generationsOf(run.size).hot)
  const all: { one: Case; taken: Awaited<ReturnType<typeof three>> }[] = []
  for (const one of cases) all.push({ one, taken: await three(run, one, hot) })
  const checked = await compareStored(run, await replayed(run, [hot]), [hot])
  for (const { one, taken } of all) {
    // from here on the busy cage has replayed statements instead of true entries
    const script = await run.recorder.record('POST', '/retreat', one.body(2))
    const bare = await bareTimes(run.databaseUrl, script, one.times)
    for (const [what, times] of Object.entries(taken)) {
      run.add({
        what: `back-dated ${what}, ${one.k} later entries`,
        figure: `p50 ${ms(spread(times).p50)}, max ${ms(spread(times).most)}`,
        gate: what === 'preview' ? `<= the edit, ${ms(spread(taken.edit).p50)}` : `<= ${ms(8 + 0.04 * one.k)}`,
        bare: what === 'create' ? ms(bare) : undefined,
      })
    }
  }
  run.add({ what: 'the busy cage against a replay', figure: `exact, ${checked} entries` })
}

/** Changes the weight of fish that a chain of transfers carries through ten cages. */
export async function measureChain(run: Run): Promise<void> {
  const { chain } = placesOf(run.size)
  const generation = generationsOf(run.size).chain
  const { rows } = await run.admin.query<{ id: number; at: string; count: number; weight: number }>(
    "select id, at, count, weight from operations where kind = 'stocking' and cage_id = $1 and generation_id = $2",
    [chain[0], generation],
  )
  const { id, at, count, weight } = rows[0]!
  const path = `/stocking/${id}`
  const body = (turn: number) => ({
    ...instant(at),
    to_id: chain[0],
    generation_id: generation,
    age_category_id: CATEGORY,
    count,
    weight: toKg(weight + turn * 1_000_000),
  })
  const times: number[] = []
  for (let turn = 1; turn <= 6; turn++) {
    const answer = await run.app.send('PATCH', path, body(turn))
    compareAnswer(await replayed(run, chain), read(answer).cages, chain)
    times.push(answer.ms)
  }
  const entries = await compareStored(run, await replayed(run, chain), chain)
  const script = await run.recorder.record('PATCH', path, body(7))
  run.add({
    what: 'ten cages in a chain, 1000 later entries each',
    figure: `p50 ${ms(spread(times).p50)}, max ${ms(spread(times).most)}; exact, ${entries} entries`,
    gate: '<= 600 ms',
    bare: ms(await bareTimes(run.databaseUrl, script, 5)),
  })
}

/**
 * An ordinary cage, some months to two years ago: its transfers are followed, and a weighing soon absorbs a change of
 * mass.
 */
export async function measureOrdinary(run: Run): Promise<void> {
  const living = await livingGroups(run)
  const places = placesOf(run.size).open.filter((cage) => living.has(cage))
  const { rows } = await run.admin.query<{ at: string; cage: number; generation: number; k: number }>(
    `select r.at, g.cage, g.generation,
       (select count(*)::int from fish_entries e where e.company_id = 1 and e.cage_id = g.cage and e.at > r.at) as k
     from unnest($1::int[], $2::int[]) as g (cage, generation)
     cross join lateral (select at from operations
       where company_id = 1 and cage_id = g.cage and generation_id = g.generation and kind = 'retreat'
         and at < $3::timestamp - interval '60 days' order by md5(id::text) limit 1) r order by md5(cage::text) limit 60`,
    [places, places.map((cage) => living.get(cage)), run.lastDay],
  )
  const times: number[] = []
  for (const { at, cage, generation } of rows) {
    const group = { generation_id: generation, age_category_id: CATEGORY }
    const answer = await run.app.send('POST', '/retreat', { ...instant(at), from_id: cage, ...group, count: 2 })
    const { id } = read(answer)
    times.push(answer.ms)
    read(await run.app.send('DELETE', `/retreat/${id}`))
  }
  // in a small farm the cage may have been stocked just now
  if (times.length === 0) return
  const k = spread(rows.map((row) => row.k)).p50
  run.add({
    what: `back-dated create in an ordinary cage, ~${k} later entries`,
    figure: `p50 ${ms(spread(times).p50)}, max ${ms(spread(times).most)}`,
    gate: `<= ${ms(8 + 0.04 * k)}`,
  })
}
