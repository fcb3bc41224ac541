import type { Ability } from '../../../shared/abilities'
import { groupBy } from '../../../shared/collections'
import type { IconName } from '../../icons'

/** A line of the menu. A group of pages is known by the first of them. Titles are i18n keys. */
export interface MenuEntry {
  title: string
  to: string
  icon: IconName
  /** without it the entry is hidden */
  ability?: Ability
  /** with this right another entry leads to the same pages */
  unless?: Ability
  entries?: readonly SubEntry[]
  /** a line of the user menu at the right, not of the sections */
  account?: true
  /** short title for the bottom bar of a phone */
  onPhone?: boolean
}
export interface SubEntry {
  title: string
  to: string
  ability?: Ability
  /** heading above the entry, an i18n key; entries with the same heading are adjacent */
  section?: string
}

/** Entries of a group by heading. */
export const sectionsOf = (entries: readonly SubEntry[]): [section: string | undefined, entries: SubEntry[]][] => [
  ...groupBy(entries, ({ section }) => section),
]

/** The menu for this user: without entries they have no ability for, and without empty groups. */
export function visibleMenu(menu: readonly MenuEntry[], may: (ability: Ability) => boolean): MenuEntry[] {
  const open = ({ ability }: { ability?: Ability }) => !ability || may(ability)
  return menu
    .filter((entry) => open(entry) && !(entry.unless && may(entry.unless)))
    .map((entry) => (entry.entries ? { ...entry, entries: entry.entries.filter(open) } : entry))
    .filter((entry) => !entry.entries || entry.entries.length > 0)
}

export const isHere = (to: string, pathname: string): boolean => pathname === to

/** The entry of a page, or of the list that leads to it: the one whose path goes furthest along the page's own. */
export const entryHere = (entries: readonly SubEntry[], pathname: string): SubEntry | undefined =>
  entries
    .filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0]

export const holdsHere = (entry: MenuEntry, pathname: string): boolean =>
  isHere(entry.to, pathname) || entryHere(entry.entries ?? [], pathname) !== undefined

/** The title that belongs to an address, for the tab of the browser. */
export function titleOf(menu: readonly (MenuEntry | SubEntry)[], pathname: string): string | undefined {
  for (const entry of menu) {
    const inner = 'entries' in entry && entry.entries ? titleOf(entry.entries, pathname) : undefined
    if (inner) return inner
    if (isHere(entry.to, pathname)) return entry.title
  }
  return undefined
}
