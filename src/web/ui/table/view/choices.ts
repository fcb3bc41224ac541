/** Columns and order of the tables of a page, where they belong to a view that is open instead of the person. */
import { createContext, useContext, useEffect } from 'react'
import type { KeptSort } from './view'

export interface TableChoice {
  /** keys in order; left out for the usual ones */
  columns?: string[] | undefined
  sort?: string | undefined
}

export interface TableChoices {
  /** the columns are those of a view that is open */
  open: boolean
  of: (table: string) => TableChoice
  choose: (table: string, choice: TableChoice) => void
  /** what a table shows now */
  note: (table: string, choice: TableChoice) => void
}

export const TableChoicesContext = createContext<TableChoices | null>(null)

/** Columns of this table in the open view, and how they are chosen there; null without one. */
export function useViewColumns(name: string) {
  const choices = useContext(TableChoicesContext)
  if (!choices?.open) return null
  const own = choices.of(name)
  return {
    keys: own.columns ?? [],
    choose: (keys: string[] | null) => choices.choose(name, { ...own, columns: keys ?? undefined }),
  }
}

/** The sort of a table that sorts by itself, on a page with views; otherwise as it was given. */
export function useViewSort(name: string, startSort: string | undefined, kept?: KeptSort): KeptSort | undefined {
  const choices = useContext(TableChoicesContext)
  if (kept || !choices) return kept
  const own = choices.of(name)
  return [own.sort ?? startSort, (sort) => choices.choose(name, { ...own, sort })]
}

/** Tells the page what its table shows, for a view that is saved of it. */
export function useNotedChoice(name: string, columns: readonly string[] | undefined, sort: string | undefined): void {
  const choices = useContext(TableChoicesContext)
  const keys = columns?.join()
  useEffect(() => choices?.note(name, { columns: columns && [...columns], sort }), [choices, name, keys, sort])
}
