/** The only place that knows to which modules and warehouses a user is limited. */
import { type RawBuilder, sql } from 'kysely'
import { word } from '../shared/say'
import { forbidden } from './errors'

export interface Limits {
  /** null is all */
  location_ids: number[] | null
  stock_ids: number[] | null
}

const within = (column: string, ids: number[] | null): RawBuilder<unknown> =>
  ids ? sql`and ${sql.ref(column)} = any(${ids}::int[])` : sql``

const covers = (open: readonly number[] | null, ids: readonly number[] | null): boolean =>
  open === null || (ids !== null && ids.every((id) => open.includes(id)))

/**
 * For a column that is itself a list of limits, where null is no limit: the list names only what is open to the user.
 */
const noMoreThan = (column: string, ids: number[] | null): RawBuilder<unknown> =>
  ids ? sql`and ${sql.ref(column)} <@ ${ids}::int[]` : sql``

/** Shown instead of the number of a cage whose module is closed to the user. */
export const ELSEWHERE = word('другого модуля')

/** Shown instead of a name in a module or a warehouse that is closed to the user. */
export const CLOSED = '•••'

export const scope = ({ location_ids, stock_ids }: Limits) => ({
  /** SQL: `and` the column names an open module; empty for a user without limits */
  modules: (column: string) => within(column, location_ids),
  stocks: (column: string) => within(column, stock_ids),
  /** SQL: `and` the limits in that column are no wider than the user's own */
  modulesIn: (column: string) => noMoreThan(column, location_ids),
  stocksIn: (column: string) => noMoreThan(column, stock_ids),
  allModules: location_ids === null,
  allStocks: stock_ids === null,
  opensModule: (id: number): boolean => !location_ids || location_ids.includes(id),
  /** whether all ids are open to the user; null means everything, which needs a user without limits */
  coversModules: (ids: readonly number[] | null): boolean => covers(location_ids, ids),
  coversStocks: (ids: readonly number[] | null): boolean => covers(stock_ids, ids),
  /** as stored, to give another person the same limits */
  ownLimits: { location_ids, stock_ids },
  opensStock: (id: number): boolean => !stock_ids || stock_ids.includes(id),
  /** the name of a warehouse, or of something in it */
  nameIn: <Name extends string | null>(stock: number | null, name: Name): Name | typeof CLOSED =>
    stock === null || name === null || !stock_ids || stock_ids.includes(stock) ? name : CLOSED,
})

/** Throws when one of the cages lies in a module that is not open to the user. */
export function requireOpen(user: Limits, cages: { location_id: number }[]): void {
  const { opensModule } = scope(user)
  if (!cages.every(({ location_id }) => opensModule(location_id))) throw forbidden()
}
