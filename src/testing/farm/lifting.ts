/**
 * What the tests of withdrawals share: a pond, and in it a fresh cage for each test with 10 000 fish of 0.2 kg, stocked
 * 30 days ago.
 */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AnswerOf, InputOf } from '../../shared/contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openPond, type Pond } from './pond'

const { withdrawal } = kinds
type Page = Exclude<AnswerOf<typeof withdrawal.list>, unknown[]>

/** Called once at the top of a test file; the pond and the cage are there from the first test on. */
export function liftingLab() {
  let pond: Pond
  let cage: number
  beforeAll(async () => void (pond = await openPond()))
  afterAll(() => pond.farm.close())
  beforeEach(async () => {
    cage = (await pond.cage()).id
    await pond.stock(cage, 30)
  })
  return {
    get pond() {
      return pond
    },
    get farm() {
      return pond.farm
    },
    get cage() {
      return cage
    },
    on: (day: number, count: number, weight?: number) => ({
      ...pond.on(day),
      from_id: cage,
      ...pond.group,
      count,
      weight,
    }),
    lift: (input: object) => pond.farm.call(withdrawal.create, input as InputOf<typeof withdrawal.create>),
    rowsOf: async () => {
      const period = { start: pond.farm.daysAgo(60), end: pond.farm.today(), cages_id: [cage], page: 1 }
      return (await pond.farm.call(withdrawal.list, period)) as Page
    },
  }
}
