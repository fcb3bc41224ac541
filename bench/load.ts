/** Fills a database with the farm, as fast as COPY goes: keys and indexes are put back afterwards. */
import pg from 'pg'
import { createCompany } from '../src/core/lists/new-company.server'
import { openDatabase, type Tx } from '../src/server/db/client'
import type { GroupRef, Posting } from '../src/shared/ledger/fold'
import { migrate } from '../src/server/db/migrate'
import { addDays, wallClock } from '../src/shared/dates'
import { sql } from 'kysely'
import { type Day, liveFarm } from './farm-life'
import { FEEDS, generationsOf, type LifeRow, PER_MODULE, type Size, STOCKS } from './farm-plan'

export const EMAIL = 'bench@example.com'
export const PASSWORD = 'замер на ферме'
export const TIME_ZONE = 'Europe/Moscow'
export const COMPANY = 1

const TABLES = ['operations', 'fish_entries', 'stock_entries', 'stock_days', 'fish_groups']
const CHUNK = 8_000_000

/** The cages, libraries and warehouses that the farm's rows refer to. */
async function furnish(tx: Tx, company: number, size: Size, firstDay: string): Promise<void> {
  const { chain } = generationsOf(size)
  await Promise.all([
    tx.run(
      sql`insert into locations (company_id, id, name) select ${company}::int, i, 'Модуль ' || i
        from generate_series(1, ${Math.ceil(size.cages / PER_MODULE)}::int) i`,
    ),
    tx.run(sql`insert into species (company_id, id, name) values (${company}, 1, 'Форель')`),
    tx.run(
      sql`insert into generations (company_id, id, name, species_id, date) select ${company}::int, i, 'Генерация ' || i,
        1, ${firstDay}::date + i * 365 from generate_series(1, ${chain}::int) i`,
    ),
    tx.run(
      sql`insert into stocks (company_id, id, name) select ${company}::int, i, 'Склад ' || i
        from generate_series(1, ${STOCKS}::int) i`,
    ),
    tx.run(
      sql`insert into goods (company_id, id, name, type, measure) select ${company}::int, i, 'Корм ' || i, 'feed', 'kg'
        from generate_series(1, ${FEEDS}::int) i`,
    ),
    tx.run(sql`insert into cages (company_id, id, location_id, number, cage_type_id, color, volume, x, y)
      select ${company}::int, i, (i - 1) / ${PER_MODULE}::int + 1, i::text, 1, 1, 40000, 200 * (i % 6), 200 * (i / 6)
        from generate_series(1, ${size.cages}::int) i`),
  ])
}

/** pg refuses the server's request for COPY data; this query answers it with the data. */
function copy(client: pg.Client, table: string, columns: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = Object.assign(new pg.Query(`copy ${table} (${columns}) from stdin`), {
      handleCopyInResponse(connection: { sendCopyFromChunk(data: Buffer): void; endCopyFrom(): void }) {
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
    })
    query.on('end', () => resolve())
    query.on('error', reject)
    client.query(query)
  })
}

const line = (values: unknown[]) => `${values.map((value) => value ?? '\\N').join('\t')}\n`

/** Rows of one table, sent in chunks of some megabytes. */
export function pipe(client: pg.Client, table: string, columns: string) {
  let text = ''
  const flush = async () => {
    const sent = text
    text = ''
    if (sent) await copy(client, table, columns, sent)
  }
  return {
    rows: 0,
    add(values: unknown[]) {
      this.rows++
      text += line(values)
    },
    full: () => text.length > CHUNK,
    flush,
  }
}

const OPERATION = [
  'id',
  'kind',
  'at',
  'moves_fish',
  'cage_id',
  'to_cage_id',
  'generation_id',
  'age_category_id',
  'count',
  'weight',
  'selection',
  'reason',
  'good_id',
  'stock_id',
  'volume',
  'appetite',
] as const

function pipes(client: pg.Client) {
  return {
    operations: pipe(client, 'operations', `company_id, user_id, created_at, ${OPERATION.join(', ')}`),
    groups: pipe(client, 'fish_groups', 'company_id, id, cage_id, generation_id, age_category_id'),
    entries: pipe(
      client,
      'fish_entries',
      `company_id, group_id, at, operation_id, cage_id, kind, count_delta, mass_delta, deviation, count_after, mass_after,
       last_count, last_mass`,
    ),
    stockEntries: pipe(client, 'stock_entries', 'company_id, good_id, stock_id, at, operation_id, amount, moved'),
    stockDays: pipe(client, 'stock_days', 'company_id, good_id, stock_id, day, closing, lowest'),
  }
}

type Pipes = ReturnType<typeof pipes>

/** Feedings and receipts of a day: their lines, and the day's balances. */
function feedWriter({ stockEntries, stockDays }: Pipes) {
  const balances = new Map<string, number>()
  return (rows: LifeRow[]): void => {
    const days = new Map<string, { closing: number; lowest: number; row: LifeRow }>()
    for (const row of rows) {
      const pair = `${row.good_id}:${row.stock_id}`
      const amount = row.kind === 'feeding' ? -row.volume! : row.volume!
      const closing = (balances.get(pair) ?? 0) + amount
      balances.set(pair, closing)
      days.set(pair, { closing, lowest: Math.min(closing, days.get(pair)?.lowest ?? closing), row })
      stockEntries.add([COMPANY, row.good_id, row.stock_id, row.at, row.id, amount, false])
    }
    for (const { closing, lowest, row } of days.values())
      stockDays.add([COMPANY, row.good_id, row.stock_id, row.at.slice(0, 10), closing, lowest])
  }
}

function entryWriter({ groups, entries }: Pipes) {
  const ids = new Map<string, number>()
  const groupId = ({ cage, generation, category }: GroupRef) => {
    const key = `${cage}:${generation}:${category}`
    const known = ids.get(key)
    if (known) return known
    ids.set(key, ids.size + 1)
    groups.add([COMPANY, ids.size, cage, generation, category])
    return ids.size
  }
  return ({ id, at, kind }: LifeRow, p: Posting): void => {
    const { count, mass, last_count, last_mass } = p.after
    const last = count > 0 ? [null, null] : [last_count, last_mass]
    const moved = [p.count_delta, p.mass_delta, p.deviation]
    entries.add([COMPANY, groupId(p), at, id, p.cage, kind, ...moved, count, mass, ...last])
  }
}

/** Converts the farm's days to rows of tables. */
async function write(out: Pipes, user: number, days: Iterable<Day>): Promise<void> {
  const writeEntry = entryWriter(out)
  const writeFeeds = feedWriter(out)
  for (const { operations, postings, feeds } of days) {
    for (const row of operations)
      out.operations.add([COMPANY, user, `${row.at}+03`, ...OPERATION.map((column) => row[column])])
    for (const { row, postings: all } of postings) for (const posting of all) writeEntry(row, posting)
    writeFeeds(feeds)
    for (const one of Object.values(out)) if (one.full()) await one.flush()
  }
  for (const one of Object.values(out)) await one.flush()
}

/**
 * Drops keys and indexes of the big tables, and foreign keys to them; answers the statements that restore them, foreign
 * keys last.
 */
async function strip(client: pg.Client): Promise<string[]> {
  const constraints = await client.query<{ drop: string; add: string; foreign: boolean }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
       contype = 'f' as foreign
     from pg_constraint
     where contype in ('f', 'p', 'u') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by contype = 'f' desc`,
    [TABLES],
  )
  for (const { drop } of constraints.rows) await client.query(drop)
  const indexes = await client.query<{ drop: string; add: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
     from pg_index where indrelid = any($1::regclass[])`,
    [TABLES],
  )
  for (const { drop } of indexes.rows) await client.query(drop)
  const own = constraints.rows.filter(({ foreign }) => !foreign)
  const foreign = constraints.rows.filter((row) => row.foreign)
  return [...own, ...indexes.rows, ...foreign].map(({ add }) => add)
}

/**
 * The owner cannot COPY into tables with forced row-level security; it is forced again before anyone works. So long, no
 * row of the past is told to the sums of its month, which nobody has added up yet.
 */
export const force = (client: pg.Client, word: 'force' | 'no force') =>
  client.query(
    [
      ...TABLES.map((table) => `alter table ${table} ${word} row level security`),
      `alter table operations ${word === 'force' ? 'enable' : 'disable'} trigger user`,
    ].join(';'),
  )

async function finish(client: pg.Client, statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
  await client.query(
    `update fish_groups g set first_at = f.at, closed_at = case when l.count_after = 0 then l.at end from fish_groups o
     cross join lateral (select at from fish_entries where company_id = o.company_id and group_id = o.id
       order by at, operation_id limit 1) f
     cross join lateral (select at, count_after from fish_entries where company_id = o.company_id and group_id = o.id
       order by at desc, operation_id desc limit 1) l
     where g.company_id = o.company_id and g.id = o.id`,
  )
  await force(client, 'force')
  for (const [table, column] of [
    ['operations', 'id'],
    ['fish_groups', 'id'],
  ])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
    )
  await client.query('vacuum (analyze)')
  await client.query('checkpoint').catch(() => undefined)
}

/** Makes the farm in an empty database whose owner `url` names. */
export async function loadFarm(url: string, size: Size, log: (line: string) => void): Promise<void> {
  await migrate(url)
  const lastDay = addDays(wallClock(TIME_ZONE).slice(0, 10), -1)
  const firstDay = addDays(lastDay, 1 - size.years * 365)
  const database = openDatabase(url, 1, { patient: true })
  const founder = {
    company_name: 'Замер',
    name: 'Анна Петрова',
    email: EMAIL,
    password: PASSWORD,
    time_zone: TIME_ZONE,
    trial_days: 3650,
  }
  const user = await createCompany(database, founder, async (tx, company, id) => {
    if (company !== COMPANY) throw new Error('the database was not empty')
    await furnish(tx, company, size, firstDay)
    return id
  })
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `select set_config('app.company_id', '${COMPANY}', false),
         set_config('maintenance_work_mem', '512MB', false),
         set_config('synchronous_commit', 'off', false)`,
    )
    await force(client, 'no force')
    const statements = await strip(client)
    const out = pipes(client)
    await write(out, user, liveFarm(size, lastDay))
    log(
      `${out.operations.rows} operations, ${out.entries.rows} fish entries, ${out.groups.rows} groups, ${out.stockEntries.rows} stock entries; indexes…`,
    )
    await finish(client, statements)
  } finally {
    await client.end()
  }
}
