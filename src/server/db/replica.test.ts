/** A streaming replica reads reports: as fresh as was asked for, with one’s own writes, and none when away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { retreats } from '../../features/reports/reports.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { noPair, openPair } from '../../testing/replica-pair'
import type { Session } from '../../testing/session'

describe.skipIf(noPair)(`a replica${noPair ? `: ${noPair}` : ''}`, () => {
  let pair: Awaited<ReturnType<typeof openPair>>
  let farm: Farm
  /** another process, without a replica */
  let other: FastifyInstance
  let cage: number
  let group: { generation_id: number; age_category_id: number }

  beforeAll(async () => {
    pair = await openPair()
    farm = await openFarm({ databaseUrl: pair.url, replica: { url: pair.replicaUrl, lag: 30 } })
    other = await farm.process({ replica: null })
    const generation = await farm.generation({ species: (await farm.species()).id })
    group = { generation_id: generation.id, age_category_id: (await farm.category()).id }
    cage = (await farm.cage({ location: (await farm.module()).id })).id
    const on = { date: farm.daysAgo(9), time: '10:00' }
    await farm.call(kinds.stocking.create, { ...on, ...group, to_id: cage, count: 1000, avg_weight: 0.2 })
  }, 120_000)
  afterAll(async () => {
    await farm.close()
    pair.close()
  })

  const lose = (count: number, on?: FastifyInstance) =>
    farm.call(
      kinds.retreat.create,
      { date: farm.daysAgo(1), time: '10:00', ...group, from_id: cage, count },
      on ? { on } : {},
    )
  const lost = async (as?: Session, on?: FastifyInstance) => {
    const period = { start: farm.daysAgo(10), end: farm.daysAgo(0) }
    const { datasets } = await farm.call(retreats.call, period, { ...(as && { as }), ...(on && { on }) })
    // pieces, before kilograms
    return (datasets[0]?.data ?? []).reduce<number>((sum, one) => sum + (one ?? 0), 0)
  }

  it('reads the report, and another company there sees nothing of it', async () => {
    await lose(5, other)
    await expect.poll(() => lost(), { timeout: 20_000 }).toBe(5)
    await pair.pause()
    const stranger = await farm.company()
    await lose(2, other)
    // what another process wrote is not there yet, so this was read there
    expect(await lost()).toBe(5)
    expect(await lost(undefined, other)).toBe(7)
    expect(await lost(stranger)).toBe(0)
  })

  it('sees one’s own write at once, from the primary', async () => {
    await lose(3)
    expect(await lost()).toBe(10)
  })

  it('asks the primary who asks: whoever signed out is refused, and whoever signed in is not', async () => {
    const colleague = await farm.user({ permissions: ['access reports'] })
    expect(await lost(colleague)).toBe(10)
    await farm.call(accessCalls.logout, {}, { as: colleague, on: other })
    await farm.call(retreats.call, { start: farm.daysAgo(10), end: farm.daysAgo(0) }, { as: colleague, expect: 401 })
  })

  it('is left alone as long as it is further behind than it may be', async () => {
    await pair.resume()
    const strict = await farm.process({ replica: { url: pair.replicaUrl, lag: 1 } })
    await expect.poll(() => lost(undefined, strict), { timeout: 20_000 }).toBe(10)
    await pair.pause()
    await lose(1, other)
    await expect.poll(() => lost(undefined, strict), { timeout: 20_000 }).toBe(11)
    await pair.resume()
  })

  it('that is away costs one try', async () => {
    const fresh = await farm.process({ replica: { url: pair.replicaUrl, lag: 30 } })
    expect(await lost(undefined, fresh)).toBe(11)
    pair.stopReplica()
    const begun = performance.now()
    for (let call = 0; call < 5; call++) expect(await lost(undefined, fresh)).toBe(11)
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
