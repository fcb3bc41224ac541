import { expect, it } from 'vitest'
import { pageNumbers } from './pager'

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 34, [1, 2, 0, 34]],
  [3, 34, [1, 2, 3, 4, 0, 34]],
  [17, 34, [1, 0, 16, 17, 18, 0, 34]],
  [34, 34, [1, 0, 33, 34]],
])('page %d of %d shows %j', (page, last, numbers) => expect(pageNumbers(page, last)).toEqual(numbers))
