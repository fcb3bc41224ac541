/** The days of a month in order: what the ledger booked to groups, what they were given, and the end of each day. */
import { DAY_MINUTES } from '../alarms/moments'
import { daysBetween } from '../dates'
import { mulDiv } from '../numbers'

/** A group of the ledger (cage × generation × age category), as it stood when the month began. */
export interface Swimming {
  id: number
  cage: number
  location: number
  generation: number
  category: number
  count: number
  /** mg */
  mass: number
}

/** What an operation did to a group: an entry of the ledger. */
export interface Booked {
  /** since the first day of the month began */
  minute: number
  operation: number
  kind: string
  group: number
  count: number
  mass: number
  deviation: number
}

/** Feed or medicine given to a cage, in millionths of its unit. */
export interface Used {
  minute: number
  operation: number
  part: 'feed' | 'medicine'
  cage: number
  good: number
  amount: number
}

export interface MonthDays {
  /** its first and its last day, or today: 'YYYY-MM-DD' */
  first: string
  last: string
  /** all that live in it */
  groups: readonly Swimming[]
  /** each in order of instant and operation, and gone through more than once */
  booked: Iterable<Booked>
  used: Iterable<Used>
}

/** Numbers are those just before what is told. */
export interface Visitor {
  booked?(entries: readonly Booked[], fish: Fish): void
  /** a part of what a cage was given; null where nothing swims */
  used?(use: Used, group: Swimming | null, amount: number): void
  dayOver?(living: Iterable<Swimming>): void
}

/** Group → its fish. */
export type Fish = ReadonlyMap<number, Swimming>

/** What is given to a cage, divided by biomass: each takes its share of what is left, as the ledger divides growth. */
function divided(use: Used, inCage: readonly Swimming[], tell: NonNullable<Visitor['used']>): void {
  let [rest, biomass] = [use.amount, 0]
  for (const { mass } of inCage) if (mass > 0) biomass += mass
  if (biomass === 0) tell(use, null, use.amount)
  for (const group of inCage) {
    if (group.mass <= 0) continue
    // the only one, or the last: all that is left
    const share = group.mass === biomass ? rest : mulDiv(rest, group.mass, biomass)
    if (share > 0) tell(use, group, share)
    rest -= share
    biomass -= group.mass
  }
}

function begin(groups: readonly Swimming[]) {
  const fish = new Map(groups.map((group) => [group.id, { ...group }]))
  const cages = new Map<number, Swimming[]>()
  for (const group of fish.values()) {
    const inCage = cages.get(group.cage)
    if (inCage) inCage.push(group)
    else cages.set(group.cage, [group])
  }
  for (const inCage of cages.values()) inCage.sort((a, b) => a.generation - b.generation || a.category - b.category)
  return { fish, cages }
}

/** What comes first; of one operation what is given stands before what it grew. */
function isUsedNext(used: Used | undefined, booked: Booked | undefined): boolean {
  if (!used || !booked) return Boolean(used)
  return used.minute === booked.minute ? used.operation <= booked.operation : used.minute < booked.minute
}

/** A long reckoning that stops now and then: a server turns to others meanwhile. */
export type Steps<R> = Generator<void, R>

/** To its end at once. */
export function finish<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const STRIDE = 200

/** One after another, nothing behind the last. */
function readerOf<T>(all: Iterable<T>): () => T | undefined {
  const each = all[Symbol.iterator]()
  return () => each.next().value as T | undefined
}

/** Walks to the end of a day. */
export function* walk({ first, groups, booked, used }: MonthDays, until: string, visitor: Visitor): Steps<void> {
  const { fish, cages } = begin(groups)
  // whoever asks for none of what was given need not pass it
  const [nextUse, nextEntry] = [readerOf(visitor.used ? used : []), readerOf(booked)]
  const after = (daysBetween(first, until) + 1) * DAY_MINUTES
  let [tomorrow, turn, use, entry] = [DAY_MINUTES, 0, nextUse(), nextEntry()]
  const passTo = (minute: number) => {
    for (; tomorrow <= minute; tomorrow += DAY_MINUTES) visitor.dayOver?.(fish.values())
  }
  for (;;) {
    if (turn++ % STRIDE === 0) yield
    const given = isUsedNext(use, entry)
    const next = given ? use : entry
    if (!next || next.minute >= after) break
    passTo(next.minute)
    if (given) {
      divided(use!, cages.get(use!.cage) ?? [], visitor.used!)
      use = nextUse()
      continue
    }
    const entries: Booked[] = []
    for (; entry?.operation === next.operation; entry = nextEntry()) entries.push(entry)
    visitor.booked?.(entries, fish)
    for (const { group, count, mass } of entries) {
      const own = fish.get(group)!
      own.count += count
      own.mass += mass
    }
  }
  passTo(after)
}
