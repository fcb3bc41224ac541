/** Rights in the matrix of roles: lines with three states or two, made of abilities. Pure, for both sides. */
import { ABILITY_BLOCKS, type HeldAbilities, ROLE_ABILITIES, type Ability, TRIPLETS } from '../../../shared/abilities'

export const STATUSES = ['write', 'read', 'none'] as const
export type Status = (typeof STATUSES)[number]
/** 'other': some of its abilities or lines, but not all */
export type ShownStatus = Status | 'other'

export interface Right {
  /** an ability, or the name of a triplet */
  key: string
  block: string
  /** the ability of the lesser state; a line with two states has none */
  read: Ability | null
  write: readonly Ability[]
  /** the triplet it is part of; its line is below that one */
  part_of: string | null
}

const triplets = Object.entries(TRIPLETS).map(([key, { read, write }]) => ({ key, read, write }))

function rightsOf(block: string, abilities: readonly Ability[]): Right[] {
  const plain = { block, read: null, part_of: null }
  return abilities
    .filter((ability) => ROLE_ABILITIES.includes(ability))
    .flatMap((ability): Right[] => {
      const triplet = triplets.find(({ read, write }) => read === ability || write.some((one) => one === ability))
      if (!triplet) return [{ ...plain, key: ability, write: [ability] }]
      // its first ability brings the whole of it
      if (triplet.read !== ability) return []
      const parts = triplet.write.length > 1 ? triplet.write : []
      return [
        { ...triplet, block, part_of: null },
        ...parts.map((part) => ({ ...plain, key: part, write: [part], part_of: triplet.key })),
      ]
    })
}

/** All lines of the matrix, a triplet before its parts. */
export const RIGHTS: readonly Right[] = Object.entries(ABILITY_BLOCKS).flatMap(([block, abilities]) =>
  rightsOf(block, abilities),
)

const RIGHT_OF = new Map(RIGHTS.map((right) => [right.key, right]))
export const rightOf = (key: string): Right | undefined => RIGHT_OF.get(key)

export function statusOf({ read, write }: Right, held: HeldAbilities): ShownStatus {
  const some = write.some((ability) => held.has(ability))
  if (some) return write.every((ability) => held.has(ability)) && (!read || held.has(read)) ? 'write' : 'other'
  return read && held.has(read) ? 'read' : 'none'
}

/** The abilities after a line is set to this status: writing includes reading, also of parts. */
export function withStatus({ read, write, part_of }: Right, held: HeldAbilities, status: Status): Set<Ability> {
  const next = new Set(held)
  for (const ability of [...write, ...(read ? [read] : [])]) next.delete(ability)
  const needed = read ?? (part_of && rightOf(part_of)?.read)
  if (status === 'write') for (const ability of write) next.add(ability)
  if (needed && (status === 'write' || (read && status === 'read'))) next.add(needed)
  return next
}

export const partsOf = ({ key }: Right): Right[] => RIGHTS.filter(({ part_of }) => part_of === key)

/** The states that give a role these abilities: a partly held line is expressed by its parts. */
export function statesOf(lines: readonly Right[], held: HeldAbilities): Record<string, Status> {
  const states = lines.flatMap((line): [string, Status][] => {
    const status = statusOf(line, held)
    if (status !== 'other') return [[line.key, status]]
    const parts = partsOf(line).map((part): [string, Status] => [part.key, held.has(part.write[0]!) ? 'write' : 'none'])
    return parts.length > 0 ? [[line.key, 'read'], ...parts] : [[line.key, 'write']]
  })
  return Object.fromEntries(states)
}

export const LINES: readonly Right[] = RIGHTS.filter(({ part_of }) => part_of === null)

/** The lines that a block's own state is made of. */
export const linesOf = (block: string): Right[] => LINES.filter((right) => right.block === block)

/** The states a whole block can be set to: it needs several lines of the same kind. */
export function statusesOf(lines: readonly Right[]): readonly Status[] {
  const threefold = lines.filter(({ read }) => read !== null).length
  if (lines.length < 2 || (threefold > 0 && threefold < lines.length)) return []
  return threefold > 0 ? STATUSES : ['write', 'none']
}

export function summaryOf(lines: readonly Right[], held: HeldAbilities): ShownStatus {
  const found = new Set(lines.map((line) => statusOf(line, held)))
  return found.size === 1 ? [...found][0]! : 'other'
}
