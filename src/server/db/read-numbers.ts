/** Very many rows of numbers as a text a column: as rows they take several times as long to send, read and forget. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client'

type Columns = Record<string, RawBuilder<number> | RawBuilder<number | null>>

/** By column, the numbers of its rows. */
type Numbers<C extends Columns> = { readonly [K in keyof C]: C[K] extends RawBuilder<infer T> ? readonly T[] : never }

/** As they come: null without rows. */
type Texts<C extends Columns> = { readonly [K in keyof C]: string | null }

export interface NumberColumns<C extends Columns> {
  /** SQL: an aggregate of each, by its name */
  all: RawBuilder<unknown>
  read(texts: Texts<C>): Numbers<C>
}

export type NumbersOf<N> = N extends NumberColumns<infer C> ? Numbers<C> : never
export type TextsOf<N> = N extends NumberColumns<infer C> ? Texts<C> : never

/** '{1,NULL,3}', as PostgreSQL writes arrays. */
const numbersIn = (text: string | null): number[] =>
  text === null ? [] : (JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as number[])

/** SQL by name, none larger than a number holds exactly; `order` where rows do not come in theirs. */
export function numberColumns<const C extends Columns>(columns: C, order?: RawBuilder<unknown>): NumberColumns<C> {
  const names = Object.keys(columns)
  const ordered = order ? sql` order by ${order}` : sql``
  return {
    all: sql.join(names.map((name) => sql`array_agg(${columns[name]!}${ordered})::text as ${sql.ref(name)}`)),
    read: (texts) => Object.fromEntries(names.map((name) => [name, numbersIn(texts[name]!)])) as unknown as Numbers<C>,
  }
}

/** The rows of `from` in its order. */
export const readNumbers = <C extends Columns>(
  tx: Tx,
  { all, read }: NumberColumns<C>,
  from: RawBuilder<unknown>,
): Promise<Numbers<C>> => tx.one<Texts<C>>(sql`select ${all} from ${from}`).then(read)
