import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { openDatabase, type Tx } from './client'

let fresh: TestDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.drop())

/** Holds a lock that others wait for; resolves once it is held, with what lets it go. */
async function holdLock(): Promise<() => Promise<void>> {
  const holder = openDatabase(fresh.url, 1)
  let release = () => {}
  let done: Promise<void> | undefined
  await new Promise<void>((held) => {
    done = holder.transaction(1, async (tx) => {
      await tx.run(AT_THE_LOCK)
      held()
      await new Promise<void>((resolve) => void (release = resolve))
    })
  })
  return async () => {
    release()
    await done
    await holder.close()
  }
}
const AT_THE_LOCK = sql`select pg_advisory_xact_lock(7)`

describe.each([4, 10])('of %i connections', (size) => {
  const slow = (tx: Tx) => tx.run(AT_THE_LOCK)
  const quick = (tx: Tx) => tx.one(sql`select 1`)

  test('a flood of attempts to sign in leaves those who have signed in theirs', async () => {
    const shared = openDatabase(fresh.url, size)
    const letGo = await holdLock()
    const strangers = Array.from({ length: 30 }, () => shared.beforeLogin('', slow))
    // an address that nobody has is looked for in no company
    strangers.push(...Array.from({ length: 30 }, () => shared.transaction(0, slow)))
    await Promise.all([shared.transaction(1, quick), shared.beforeLogin('', quick, 1)])
    await letGo()
    expect(await Promise.all(strangers)).toHaveLength(60)
    await shared.close()
  })

  test('one farm whose calls all wait keeps nobody from signing in', async () => {
    const shared = openDatabase(fresh.url, size)
    const letGo = await holdLock()
    const calls = Array.from({ length: 30 }, () => shared.transaction(1, slow))
    await shared.beforeLogin('', quick)
    await letGo()
    expect(await Promise.all(calls)).toHaveLength(30)
    await shared.close()
  })
})
