/** The average weight that is expected of a group on a day: as the book has it now. */
import type { Context } from '../../../server/http/route'
import type { AverageOn } from './takings.server'

export const readAverages = (
  _context: Context,
  _cages: readonly number[],
  _days: readonly string[],
): Promise<(cage: number) => AverageOn> =>
  Promise.resolve(() => ({ mass, count }) => ({ average: mass / count, low: null, high: null }))
