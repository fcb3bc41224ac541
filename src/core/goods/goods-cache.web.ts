import { invalidate } from '../../web/query-client'
import { goodCalls } from './good.contract'

/** Everything that shows amounts of goods is read anew; done when it has been. */
export const goodsChanged = (): Promise<void> =>
  invalidate(
    ...[goodCalls.list, goodCalls.allAmounts, goodCalls.feedAmounts, goodCalls.transactions].map(({ path }) => path),
  )
