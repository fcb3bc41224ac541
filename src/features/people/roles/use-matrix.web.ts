/** Unsaved changes of the matrix: a copy of each changed role beside the saved one. */
import { useCallback, useMemo, useState } from 'react'
import { type Ability, type HeldAbilities, ROLE_ABILITIES } from '../../../shared/abilities'
import { LINES, type Right, statesOf, type Status, withStatus } from '../person/rights.contract'
import type { Role } from './roles.contract'

type Drafts = ReadonlyMap<number, HeldAbilities>
const NONE: Drafts = new Map()

const same = (one: HeldAbilities, other: HeldAbilities) =>
  one.size === other.size && [...one].every((ability) => other.has(ability))
const abilitiesOf = ({ permissions }: Role): HeldAbilities =>
  new Set(ROLE_ABILITIES.filter((ability) => permissions.includes(ability)))

/** The lines in which two copies of a role differ. */
const changedLines = (saved: HeldAbilities, draft: HeldAbilities): Right[] =>
  LINES.filter(({ read, write }) => {
    const abilities: Ability[] = read ? [read, ...write] : [...write]
    return abilities.some((ability) => saved.has(ability) !== draft.has(ability))
  })

export function useMatrix(roles: readonly Role[]) {
  const [drafts, setDrafts] = useState(NONE)
  const saved = useMemo(() => new Map(roles.map((role) => [role.id, abilitiesOf(role)])), [roles])
  /** Role → its abilities as shown. Unchanged sets stay the same objects, so that cells are not rendered again. */
  const held = useMemo(() => new Map([...saved].map(([id, own]) => [id, drafts.get(id) ?? own])), [saved, drafts])
  const set = useCallback(
    (role: number, lines: readonly Right[], status: Status) =>
      setDrafts((now) => {
        const own = saved.get(role)
        if (!own) return now
        const next = lines.reduce((abilities, line) => withStatus(line, abilities, status), now.get(role) ?? own)
        const drafts = new Map(now)
        if (same(next, own)) drafts.delete(role)
        else drafts.set(role, next)
        return drafts
      }),
    [saved],
  )
  const changes = [...drafts].flatMap(([id, draft]) => {
    const own = saved.get(id)
    const lines = own ? changedLines(own, draft) : []
    return lines.length > 0 ? [{ id, lines, states: statesOf(lines, draft) }] : []
  })
  return {
    held,
    /** as the server has it */
    saved,
    set,
    revert: useCallback(() => setDrafts(NONE), []),
    /** how many lines of all roles are not as saved */
    count: changes.reduce((sum, { lines }) => sum + lines.length, 0),
    /** what is sent */
    data: Object.fromEntries(changes.map(({ id, states }) => [id, states])),
  }
}
export type Matrix = ReturnType<typeof useMatrix>
