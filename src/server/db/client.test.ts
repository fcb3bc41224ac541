import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { query } from '../../testing/server'
import { openDatabase, type Database, type Tx } from './client'

let fresh: TestDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 2)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

/** Fails in the database with a code, as a lock that was lost would. */
const failing = (code: string) => sql`do $$ begin raise exception 'fails' using errcode = ${sql.lit(code)}; end $$`

test('statements are planned the same way whatever the server is set to', async () => {
  const set = (name: string, value: string) =>
    query(fresh.adminUrl, (client) =>
      client.query(`alter database ${new URL(fresh.url).pathname.slice(1)} set ${name} = ${value}`),
    )
  for (const [name, value] of [
    ['jit', 'on'],
    ['jit_above_cost', '0'],
    ['max_parallel_workers_per_gather', '2'],
    ['enable_seqscan', 'on'],
  ])
    await set(name!, value!)
  const other = openDatabase(fresh.url, 1)
  const names = ['jit', 'max_parallel_workers_per_gather', 'plan_cache_mode', 'enable_seqscan']
  const read = sql<{ value: string }>`select current_setting(name) as value from unnest(${names}::text[]) name`
  const settings = await other.transaction(1, (tx) => tx.rows(read))
  expect(settings.map(({ value }) => value)).toEqual(['off', '0', 'force_generic_plan', 'on'])
  await other.close()
})

describe('a transaction', () => {
  test('whose statements travel together is told by the first that failed, not by those behind it', async () => {
    const nested = async (work: Promise<unknown>) => (await work, await work)
    const failed = database.transaction(1, (tx) =>
      Promise.all([nested(nested(tx.run(failing('23514')))), tx.run(sql`select 1`)]),
    )
    await expect(failed).rejects.toMatchObject({ code: '23514' })
  })

  test('that lost a race is run again, and only then', async () => {
    let rounds = 0
    const work = (code: string) =>
      database.transaction(1, async (tx) => {
        if (++rounds < 3) await Promise.all([tx.run(failing(code)), tx.run(sql`select 1`)])
        return rounds
      })
    expect(await work('40P01')).toBe(3)
    rounds = 0
    await expect(work('23514')).rejects.toMatchObject({ code: '23514' })
    expect(rounds).toBe(1)
  })

  test('fails by its own cause when what travels with the commit fails, and keeps nothing', async () => {
    const insert = sql`insert into companies (company_id, name) values (1, 'Ферма')`
    const failed = database.transaction(1, async (tx) => {
      await tx.run(insert)
      tx.later(failing('23514'))
      tx.later(sql`select 1`)
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
    const read = sql<{ rows: number }>`select count(*)::int as rows from companies`
    expect(await database.transaction(1, (tx) => tx.one(read))).toEqual({ rows: 0 })
  })

  test('of which a statement failed is never acknowledged, though its work went on as if it had not', async () => {
    const unheeded = database.transaction(1, async (tx) => {
      await tx.run(sql`insert into companies (company_id, name) values (1, 'Ферма')`)
      await tx.run(failing('23514')).catch(() => undefined)
      return 'stored'
    })
    await expect(unheeded).rejects.toMatchObject({ code: '23514' })
    const read = sql<{ rows: number }>`select count(*)::int as rows from companies`
    expect(await database.transaction(1, (tx) => tx.one(read))).toEqual({ rows: 0 })
  })

  test('is told by what failed also where a new statement behind it was asked twice', async () => {
    const failed = database.transaction(1, (tx) => {
      tx.later(failing('23514'))
      const [first, second] = [1, 2].map((n) => tx.one(sql`select ${n}::int as never_asked_before`))
      first!.catch(() => undefined)
      return second!
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
  })

  test('is told by what failed unheard, not by what came after it', async () => {
    const failed = database.transaction(1, async (tx) => {
      const first = tx.run(sql`select 1`)
      tx.later(failing('23514'))
      await first
      await tx.run(sql`select 2`)
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
  })

  test('reads under a lock what the one before it wrote, though lock and reading travel together', async () => {
    const read = () =>
      database.transaction(1, async (tx) => {
        const held = tx.lock('list', sql`select pg_advisory_xact_lock(7, 7)`)
        const { name } = await tx.one<{ name: string }>(sql`select name from companies`)
        return { name, locked: (await held.rows).length }
      })
    await query(fresh.adminUrl, async (client) => {
      await client.query("insert into companies (company_id, name) values (1, 'до'); begin")
      await client.query("select pg_advisory_xact_lock(7, 7); update companies set name = 'после'")
      const waiting = read()
      const waits = 'select from pg_locks where objid = 7 and not granted'
      while ((await client.query(waits)).rowCount === 0);
      await client.query('commit')
      expect(await waiting).toEqual({ name: 'после', locked: 1 })
      await client.query('delete from companies')
    })
  })

  test('whose lock cannot be had fails by that', async () => {
    const failed = database.transaction(1, async (tx) => {
      tx.lock('list', failing('55P03'))
      return tx.one(sql`select 1`)
    })
    await expect(failed).rejects.toMatchObject({ code: '55P03' })
  })

  test('tells of several refusals the first by their order, whichever came first', async () => {
    const late = (text: string) => new Promise<never>((_, reject) => setImmediate(() => reject(new Error(text))))
    const soon = (text: string) => Promise.reject(new Error(text))
    const failed = database.transaction(1, (tx) => tx.allInOrder(late('first'), soon('second')))
    await expect(failed).rejects.toThrow('first')
    const fine = database.transaction(1, (tx) => tx.allInOrder(Promise.resolve(1), Promise.resolve('два')))
    expect(await fine).toEqual([1, 'два'])
  })

  test('that is being taken back lets its other branches send nothing more', async () => {
    let late: Promise<unknown> | undefined
    const failed = database.transaction(1, (tx) => {
      const other = tx.run(sql`select 1`).then(() => {
        late = tx.run(sql`create table left_behind ()`)
        late.catch(() => undefined)
      })
      return Promise.all([Promise.reject(new Error('refused')), other])
    })
    await expect(failed).rejects.toThrow('refused')
    await expect(late).rejects.toThrow('over')
    const read = sql<{ found: string | null }>`select to_regclass('left_behind')::text as found`
    expect(await database.plain(read)).toEqual([{ found: null }])
  })

  test('that reads can write nothing, and the next on its connection is a transaction of its own', async () => {
    const write = sql`insert into companies (company_id, name) values (1, 'Ферма')`
    await expect(database.transaction(1, (tx) => tx.run(write), { reading: true })).rejects.toMatchObject({
      code: '25006',
    })
    const whose = sql<{ company: string; closed: string }>`
      select current_setting('app.company_id') as company, current_setting('transaction_read_only') as closed`
    const companies = Array.from({ length: 20 }, (_, index) => index + 1)
    const seen = await Promise.all(
      companies.map((company) => database.transaction(company, (tx) => tx.one(whose), { reading: company % 2 === 1 })),
    )
    expect(seen).toEqual(companies.map((c) => ({ company: String(c), closed: c % 2 === 1 ? 'on' : 'off' })))
  })

  test('that reads sees one moment, whatever is written meanwhile', async () => {
    const write = (text: string) => query(fresh.adminUrl, (client) => client.query(text))
    await write("insert into companies (company_id, name) values (1, 'до')")
    const name = sql<{ name: string }>`select name from companies`
    const reading = async (tx: Tx) => {
      const before = await tx.one(name)
      await write("update companies set name = 'после'")
      return [before, await tx.one(name)]
    }
    const seen = await database.transaction(1, reading, { reading: true })
    await write('delete from companies')
    expect(seen).toEqual([{ name: 'до' }, { name: 'до' }])
  })

  test('that writes on a server which is no primary any longer is told as one that is away, and leaves it', async () => {
    const alone = openDatabase(fresh.url, 1)
    const process = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const [before] = await alone.plain(process)
    const failed = alone.transaction(1, async (tx) => {
      await tx.run(sql`set transaction read only`)
      await tx.run(sql`insert into companies (company_id, name) values (1, 'Ферма')`)
    })
    await expect(failed).rejects.toMatchObject({ code: '57P03' })
    expect(await alone.plain(process)).not.toEqual([before])
    await alone.close()
  })

  test('whose statement failed when it was new may send it again on its connection', async () => {
    const alone = openDatabase(fresh.url, 1)
    const half = (by: number) =>
      alone.transaction(1, (tx) => tx.one<{ half: number }>(sql`select 10 / ${by}::int as half`))
    await expect(half(0)).rejects.toMatchObject({ code: '22012' })
    expect(await half(2)).toEqual({ half: 5 })
    expect(await half(5)).toEqual({ half: 2 })
    await alone.close()
  })

  test('fails by a value that no number here can hold, or that cannot be sent, and what travels beside it is answered', async () => {
    const beside: unknown[] = []
    const failing = (bad: (tx: Tx) => Promise<unknown>) =>
      database.transaction(1, (tx) =>
        Promise.all([bad(tx), tx.one(sql`select 'beside' as one`).then((row) => beside.push(row))]),
      )
    const tooLarge = sql`select 9007199254740993::bigint as n`
    await expect(failing((tx) => tx.one(tooLarge))).rejects.toThrow('safe integer')
    const circle: Record<string, unknown> = {}
    circle.itself = circle
    await expect(failing((tx) => tx.run(sql`select ${circle}::jsonb`))).rejects.toThrow('circular')
    expect(beside).toEqual([{ one: 'beside' }, { one: 'beside' }])
    expect(await database.plain(sql`select 1 as fine`)).toEqual([{ fine: 1 }])
  })

  test('reads rows of every statement of a round by its own columns, also when a text comes twice or yields none', async () => {
    const pair = (a: number) => sql`select ${a}::int as a, 'два'::text as b where ${a}::int > 0`
    const read = (fresh: string) =>
      database.transaction(1, (tx) =>
        Promise.all([
          tx.rows(sql`select 1 as ${sql.ref(fresh)}`),
          tx.rows(pair(1)),
          tx.rows(pair(0)),
          tx.run(sql`update companies set name = 'Ферма' where company_id = 0`),
          tx.rows(sql`select null::int as a, array[1, 2] as list from generate_series(1, 2)`),
          tx.rows(pair(2)),
        ]),
      )
    const expected = (fresh: string) => [
      [{ [fresh]: 1 }],
      [{ a: 1, b: 'два' }],
      [],
      0,
      [
        { a: null, list: [1, 2] },
        { a: null, list: [1, 2] },
      ],
      [{ a: 2, b: 'два' }],
    ]
    for (const fresh of ['one', 'two']) expect(await read(fresh)).toEqual(expected(fresh))
  })

  test('ends by itself when a statement or its process takes too long; what is known to be slow has more time', async () => {
    const limits = sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`
    const read = (options = {}) => database.transaction(1, (tx) => tx.one(limits), options)
    expect(await read()).toEqual({ statement: '15s', idle: '30s' })
    expect(await read({ slow: true })).toEqual({ statement: '1min', idle: '30s' })
    expect(await read()).toEqual({ statement: '15s', idle: '30s' })
  })

  test('is over when its work is: what was forgotten and asks later asks nothing', async () => {
    const asked: Promise<unknown>[] = []
    for (const reading of [false, true])
      await database.transaction(
        1,
        async (tx) => {
          const late = new Promise((resolve) => setImmediate(resolve)).then(() => tx.rows(sql`select current_user`))
          asked.push(late.catch((error: Error) => error.message))
        },
        { reading },
      )
    expect(await Promise.all(asked)).toEqual(['the transaction is over', 'the transaction is over'])
  })

  test('knows how many rows it wrote', async () => {
    const written = await database
      .transaction(1, async (tx) => {
        await tx.run(sql`insert into companies (company_id, name) values (1, 'Ферма')`)
        await tx.run(sql`insert into species (company_id, name) values (1, 'Форель'), (1, 'Сиг')`)
        await Promise.all([tx.rows(sql`select * from species`), tx.run(sql`update species set name = name || '!'`)])
        throw Object.assign(new Error('undo'), { written: tx.written() })
      })
      .catch((error: { written: number }) => error.written)
    expect(written).toBe(5)
  })

  test('leaves nothing behind when it fails, and its connection is good for the next', async () => {
    await expect(
      database.transaction(1, async (tx) => {
        await tx.run(sql`insert into companies (company_id, name) values (1, 'Ферма')`)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const { rows } = await database.transaction(1, (tx) =>
      tx.one<{ rows: number }>(sql`select count(*)::int as rows from companies`),
    )
    expect(rows).toBe(0)
  })
})
