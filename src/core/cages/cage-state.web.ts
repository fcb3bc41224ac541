/** What a cage's row says about now: how full the cage is, what needs attention, and sums of rows. */
import { daysBetween } from '../../shared/dates'
import { MG_PER_KG } from '../../shared/numbers'
import type { CageRow, LocationRow } from './cage.contract'

export type Fullness = 'empty' | 'fine' | 'near' | 'over'

/** Normal up to 90 % of the limit, then a warning, above the limit an alarm. */
export function fullness(cage: CageRow): Fullness {
  if (cage.count === 0) return 'empty'
  if (cage.density_limit <= 0) return 'fine'
  const share = cage.density / cage.density_limit
  return share > 1 ? 'over' : share > 0.9 ? 'near' : 'fine'
}

/** `value`: percent of the limit for 'over', days since the last weighing for 'unweighed' (null: never). */
export interface Attention {
  kind: 'over' | 'unfed' | 'unweighed'
  value: number | null
}

/** What `attentionsOf` compares with. `today` is null in history, where nothing needs attention. */
export interface Moment {
  today: string | null
  weighingAge: number
}

/** Most urgent first. An empty cage needs nothing. */
export function attentionsOf(cage: CageRow, { today, weighingAge }: Moment): Attention[] {
  if (cage.count === 0 || today === null) return []
  const found: Attention[] = []
  if (fullness(cage) === 'over') found.push({ kind: 'over', value: (cage.density / cage.density_limit) * 100 })
  if (cage.fed_today === 0) found.push({ kind: 'unfed', value: null })
  const age = cage.weighed_on ? daysBetween(cage.weighed_on, today) : null
  if (age === null || age > weighingAge) found.push({ kind: 'unweighed', value: age })
  return found
}

export type AttentionKind = Attention['kind']

/** Order of rows in a phone's list: feeding comes before density, because it is today's work. */
const urgency: Record<AttentionKind, number> = { unfed: 0, over: 1, unweighed: 2 }

export interface ListedCage {
  cage: CageRow
  attentions: Attention[]
}

const byNumber = new Intl.Collator('ru', { numeric: true })
export const compareNumbers = (a: CageRow, b: CageRow): number => byNumber.compare(a.number, b.number)

/** Cages that need attention first, by urgency, then the others; within both by number. */
export function sortByUrgency(cages: readonly CageRow[], moment: Moment): ListedCage[] {
  const rank = ({ attentions }: ListedCage) => Math.min(3, ...attentions.map(({ kind }) => urgency[kind]))
  return cages
    .map((cage) => ({ cage, attentions: attentionsOf(cage, moment) }))
    .sort((a, b) => rank(a) - rank(b) || compareNumbers(a.cage, b.cage))
}

/** What an operation resolves: a cage that needs it is offered next. */
const cures: Record<string, AttentionKind> = { feeding: 'unfed', weighing: 'unweighed' }

/** The next cage that needs the recorded operation: by number after it, then from the first one. */
export function nextCage(cages: readonly CageRow[], after: CageRow, kind: string, moment: Moment): CageRow | undefined {
  const alive = cages.filter(({ id, count }) => count > 0 && id !== after.id).sort(compareNumbers)
  const cure = cures[kind]
  if (!cure) return alive.find((cage) => compareNumbers(cage, after) > 0)
  const due = alive.filter((cage) => attentionsOf(cage, moment).some((found) => found.kind === cure))
  return due.find((cage) => compareNumbers(cage, after) > 0) ?? due[0]
}

export interface Totals {
  cages: number
  withFish: number
  count: number
  weight: number
  volume: number
  fed: number
  fedKg: number
  lost: number
}

/** Exact sums: kilograms are added as whole milligrams. */
export function totalsOf(cages: readonly CageRow[]): Totals {
  const sum = (value: (cage: CageRow) => number) => cages.reduce((total, cage) => total + value(cage), 0)
  const exact = (value: (cage: CageRow) => number) => sum((cage) => Math.round(value(cage) * MG_PER_KG)) / MG_PER_KG
  return {
    cages: cages.length,
    withFish: sum((cage) => Number(cage.count > 0)),
    count: sum((cage) => cage.count),
    weight: exact((cage) => cage.weight),
    volume: exact((cage) => cage.volume),
    fed: sum((cage) => Number(cage.count > 0 && (cage.fed_today ?? 0) > 0)),
    fedKg: exact((cage) => cage.fed_today ?? 0),
    lost: sum((cage) => cage.lost_today ?? 0),
  }
}

export interface Strip {
  unfed: CageRow[]
  unweighed: CageRow[]
  over: CageRow[]
}

export function stripOf(cages: readonly CageRow[], moment: Moment): Strip {
  const strip: Strip = { unfed: [], unweighed: [], over: [] }
  for (const cage of [...cages].sort(compareNumbers))
    for (const { kind } of attentionsOf(cage, moment)) strip[kind].push(cage)
  return strip
}

/** Replaces rows by those of a write's answer; new cages are added. */
export function mergeCages(rows: readonly CageRow[], changed: readonly CageRow[]): CageRow[] {
  const fresh = new Map(changed.map((cage) => [cage.id, cage]))
  const merged = rows.map((cage) => {
    const next = fresh.get(cage.id)
    fresh.delete(cage.id)
    return next ?? cage
  })
  return [...merged, ...fresh.values()]
}

/** Recomputes module cards from the cages, so that a write needs no second call. */
export function recount(locations: readonly LocationRow[], cages: readonly CageRow[]): LocationRow[] {
  return locations.map((location) => {
    const totals = totalsOf(cages.filter((cage) => cage.location_id === location.id))
    const next = { cages_count: totals.cages, fish_count: totals.count, total_weight: totals.weight }
    return { ...location, ...next }
  })
}

/** «4, 9» or «12»: a cage matches when its number begins with a typed one; if one is equal, only that matches. */
export function matchNumbers(cages: readonly CageRow[], typed: string): Set<number> | null {
  const parts = typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (parts.length === 0) return null
  const found = parts.flatMap((part) => {
    const exact = cages.filter((cage) => cage.number.toLowerCase() === part)
    return exact.length > 0 ? exact : cages.filter((cage) => cage.number.toLowerCase().startsWith(part))
  })
  return new Set(found.map((cage) => cage.id))
}
