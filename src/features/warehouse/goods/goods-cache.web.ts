import { invalidate } from '../../../web/query-client'
import { goodCalls } from './good.contract'

export interface Stock {
  id: number
  name: string
}

/** Everything that shows amounts of goods is read anew. */
export const goodsChanged = (): void =>
  invalidate(
    ...[goodCalls.list, goodCalls.allAmounts, goodCalls.feedAmounts, goodCalls.transactions].map(({ path }) => path),
  )
