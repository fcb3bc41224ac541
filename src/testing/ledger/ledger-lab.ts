/** A company of bare cages in a fresh database, for tests that drive the fish ledger with any operations at all. */
import { sql } from 'kysely'
import { openDatabase, type Tx } from '../../server/db/client'
import { dryRun } from '../../server/db/dry-run'
import { checkLifetimes, type StoredEntry, provisionalId } from '../../server/db/ledger/entries'
import type { Season } from '../../shared/feeding/norm'
import { EMPTY as EMPTY_ROW, type LedgerRow } from '../../shared/ledger/document'
import { isRefusal, refold } from '../../server/db/ledger/fish-ledger'
import type { EffectOf } from '../../shared/ledger/effects'
import { freshDatabase } from '../database'

const COMPANY = 1
export const GENERATIONS = [1, 2]
export const CATEGORIES = [1, 2]

const season = (fcrs: number[], coefficients: number[]): Season => ({
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: [6, 12],
  coefficients: coefficients.map((value) => value * 1_000_000),
  rows: fcrs.map((fcr, index) => ({
    min: index * 500_000,
    max: (index + 1) * 500_000,
    fcr: fcr * 1_000_000,
    rates: [1_000_000, 2_000_000],
  })),
})

/** Two versions of norms whose rows change at 0.5 and 1 kg; the second ends there. */
export const NORMS = new Map([
  [1, [season([0.9, 1.1, 1.3], [1.2, 1])]],
  [2, [season([1, 1.5], [0, 0.7])]],
])

/** An operation as the lab's tests write it; `id` decides the order within a minute. */
export type LabOperation = LedgerRow

export const operation = (id: number, kind: string, at: string, fields: Partial<LabOperation>): LabOperation => ({
  ...EMPTY_ROW,
  id,
  kind,
  at,
  ...fields,
})

async function lay(tx: Tx, cages: number): Promise<void> {
  await Promise.all([
    tx.run(sql`insert into companies (company_id, name) values (${COMPANY}, 'Лаборатория')`),
    tx.run(sql`insert into locations (company_id, id, name) values (${COMPANY}, 1, 'Модуль')`),
    tx.run(sql`insert into species (company_id, id, name) values (${COMPANY}, 1, 'Форель')`),
    tx.run(
      sql`insert into generations (company_id, id, name, species_id, date) select ${COMPANY}, i, 'Г' || i, 1,
        '2020-01-01' from unnest(${GENERATIONS}::int[]) i`,
    ),
    tx.run(
      sql`insert into age_categories (company_id, id, name) select ${COMPANY}, i, 'К' || i
        from unnest(${CATEGORIES}::int[]) i`,
    ),
    tx.run(sql`insert into feed_brands (company_id, id, name) values (${COMPANY}, 1, 'Марка')`),
    tx.run(sql`insert into norm_versions (company_id, id, feed_brand_id, seasons)
      select ${COMPANY}, id, 1, seasons
      from jsonb_to_recordset(${JSON.stringify([...NORMS].map(([id, seasons]) => ({ id, seasons })))}::jsonb)
        as n (id int, seasons jsonb)`),
    tx.run(sql`insert into cages (company_id, id, location_id, number, cage_type_id, color, volume, x, y)
      select ${COMPANY}, i, 1, i::text, 1, 1, 1000, i, 0 from generate_series(1, ${cages}::int) i`),
  ])
}

export async function openLab(cages: number, effectOf: EffectOf, chunk = 4) {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh.url, 4)
  await database.transaction(COMPANY, (tx) => lay(tx, cages))
  const insert = (tx: Tx, row: LabOperation) =>
    tx.run(sql`insert into operations (company_id, id, kind, at, moves_fish, cage_id, to_cage_id, generation_id,
      age_category_id, generation_ids, count, weight, avg_weight, selection, volume, norm_version_id, norm_temperature,
      gain)
      values (${COMPANY}, ${row.id}, ${row.kind}, ${row.at}::timestamp, true, ${row.cage_id}, ${row.to_cage_id},
        ${row.generation_id}, ${row.age_category_id},
        ${row.generation_ids}::int[], ${row.count}, ${row.weight}, ${row.avg_weight}, ${row.selection},
        ${row.volume}, ${row.norm_version_id}, ${row.norm_temperature}, ${row.gain})`)
  const drop = (tx: Tx, id: number) => tx.run(sql`delete from operations where company_id = ${COMPANY} and id = ${id}`)
  /** As the product enters what is the newest: stored behind the locks, which is when it gets its id. */
  const enter = async (tx: Tx, given: LabOperation, dry: boolean) => {
    const after = { ...given, id: provisionalId() }
    const store = async () => {
      await insert(tx, given)
      after.id = given.id
    }
    return (await refold(tx, COMPANY, [{ before: null, after }], effectOf, { chunk, dry, report: true, store })).groups
  }
  const isNewest = async (tx: Tx, { id }: LabOperation) =>
    (await tx.maybe(sql`select from operations where company_id = ${COMPANY} and id > ${id}`)) === undefined
  const post = async (tx: Tx, before: LabOperation | null, after: LabOperation | null, dry: boolean) => {
    if (after && !before && (await isNewest(tx, after))) return enter(tx, after, dry)
    if (after && !before) await insert(tx, after)
    if (after && before) await rewrite(tx, after)
    const { groups } = await refold(tx, COMPANY, [{ before, after }], effectOf, { chunk, dry, report: true })
    if (!after && !dry) await drop(tx, before!.id)
    return groups
  }
  /** What a change would do and what it does to the groups, or why it is refused. */
  const report = async (before: LabOperation | null, after: LabOperation | null, dry: boolean) => {
    const work = (tx: Tx) => post(tx, before, after, dry)
    try {
      const groups = await database.transaction(COMPANY, (tx) => (dry ? dryRun(tx, () => work(tx)) : work(tx)))
      return { groups, refusal: null }
    } catch (error) {
      if (isRefusal(error)) return { groups: [], refusal: error.refusal }
      throw error
    }
  }
  /** Posts one change; answers the refusal, or null when it stands. */
  const change = async (before: LabOperation | null, after: LabOperation | null) =>
    (await report(before, after, false)).refusal
  const rewrite = (tx: Tx, row: LabOperation) =>
    tx.run(sql`update operations set at = ${row.at}::timestamp, cage_id = ${row.cage_id},
      to_cage_id = ${row.to_cage_id}, generation_id = ${row.generation_id},
      age_category_id = ${row.age_category_id}, generation_ids = ${row.generation_ids}::int[], count = ${row.count},
        weight = ${row.weight},
      avg_weight = ${row.avg_weight}, selection = ${row.selection}, volume = ${row.volume},
      norm_version_id = ${row.norm_version_id}, norm_temperature = ${row.norm_temperature}, gain = ${row.gain}
      where company_id = ${COMPANY} and id = ${row.id}`)
  const entries = () =>
    database.transaction(COMPANY, (tx) =>
      tx.rows<StoredEntry & { cage_id: number; generation_id: number; age_category_id: number }>(sql`
        select e.group_id, e.at, e.operation_id, e.count_delta, e.mass_delta, e.deviation, e.count_after, e.mass_after,
          e.last_count, e.last_mass,
          g.cage_id, g.generation_id, g.age_category_id
        from fish_entries e join fish_groups g on g.company_id = e.company_id and g.id = e.group_id
        where e.company_id = ${COMPANY} order by e.at, e.operation_id, g.cage_id, g.generation_id, g.age_category_id`),
    )
  /** What the groups say of when they had fish and their entries do not. */
  const wrongSpans = () => database.transaction(COMPANY, (tx) => checkLifetimes(tx, COMPANY))
  return {
    database,
    change,
    report,
    entries,
    wrongSpans,
    create: (row: LabOperation) => change(null, row),
    wipe: () =>
      database.transaction(
        COMPANY,
        async (tx) =>
          void (await Promise.all([
            tx.run(sql`delete from fish_entries`),
            tx.run(sql`delete from operations`),
            tx.run(sql`delete from fish_groups`),
          ])),
      ),
    close: async () => {
      await database.close()
      await fresh.drop()
    },
  }
}
