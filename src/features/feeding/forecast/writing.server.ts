/** The forecast as it is sent: of its tens of thousands of days each is written as soon as it is reckoned. */
import { once } from '../../../shared/collections'
import { toKg } from '../../../shared/numbers'
import { addPart, addText, addUnits, addWhole, type JsonBytes } from '../../../server/http/json-bytes'
import { writeRows, type Written } from '../../../server/http/written'
import type { ForecastAnswer, ForecastDay, Skill } from './forecast.contract'
import type { GroupDay, Weights } from './group-days.server'
import type { ChosenCage, NamedGroup, ShownWeighing } from './reading.server'

const part = (text: string) => Buffer.from(text)

/** What stands before the values of a day, and after the last. */
const BEFORE = {
  average: part('"avg_weight":'),
  low: part(',"low":'),
  high: part(',"high":'),
  mass: part(',"weight":'),
  feed: part(',"feed":'),
  count: part(',"count":'),
  temperature: part(',"temperature":'),
  factor: part(',"factor":'),
  weighings: part(',"weighings":'),
  clock: part(',"clock":'),
  fedBefore: part(',"fed_before":'),
  withoutFactor: part(',"without_factor":{'),
  end: part('}}'),
}
const COMMA = part(',')
/** About so many for a day, and for all else. */
const [DAY_BYTES, FIRST] = [360, 1 << 16]

/** Texts that are written very often. */
interface Texts {
  day: (date: string) => Buffer
  clock: (clock: ForecastDay['clock']) => Buffer
}

const openTexts = (): Texts => ({
  day: once((date) => part(`{"date":${JSON.stringify(date)},`)),
  clock: once((clock) => part(JSON.stringify(clock))),
})

function addWeights(to: JsonBytes, { average, low, high, mass, feed }: Weights): void {
  addPart(to, BEFORE.average)
  addUnits(to, average)
  addPart(to, BEFORE.low)
  addUnits(to, low)
  addPart(to, BEFORE.high)
  addUnits(to, high)
  addPart(to, BEFORE.mass)
  addUnits(to, mass)
  addPart(to, BEFORE.feed)
  addUnits(to, feed)
}

function addDay(to: JsonBytes, day: GroupDay, texts: Texts): void {
  addPart(to, texts.day(day.date))
  addWeights(to, day)
  addPart(to, BEFORE.count)
  addWhole(to, day.count)
  addPart(to, BEFORE.temperature)
  addUnits(to, day.temperature)
  addPart(to, BEFORE.factor)
  addUnits(to, day.factor)
  addPart(to, BEFORE.weighings)
  addWhole(to, day.weighings)
  addPart(to, BEFORE.clock)
  addPart(to, texts.clock(day.clock))
  addPart(to, BEFORE.fedBefore)
  addUnits(to, day.fedBefore)
  addPart(to, BEFORE.withoutFactor)
  addWeights(to, day.withoutFactor)
  addPart(to, BEFORE.end)
}

/** `{...head, [name]: [...list]}` */
function addObject<T>(to: JsonBytes, head: object, name: string, list: readonly T[], add: (one: T) => void): void {
  addText(to, `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`)
  list.forEach((one, index) => {
    if (index > 0) addPart(to, COMMA)
    add(one)
  })
  addText(to, ']}')
}

interface Told {
  /** in the order in which groups of a cage are told */
  names: readonly NamedGroup[]
  weighings: ReadonlyMap<number, readonly ShownWeighing[]>
  skillOf: (cage: number) => Skill
  /** so many of each group at most */
  days: number
  daysOf: (cage: number) => ReadonlyMap<number, readonly GroupDay[]>
}

interface CageDays {
  cage: ChosenCage & { skill: Skill }
  groups: { place: number; own: readonly GroupDay[] }[]
}

/** What is told of groups, in the order of their names. */
const inOrder = (days: ReadonlyMap<number, readonly GroupDay[]>, places: ReadonlyMap<number, number>) =>
  [...days]
    .flatMap(([group, own]) => {
      const place = places.get(group)
      return place !== undefined && own.length > 0 ? [{ place, own }] : []
    })
    .sort((a, b) => a.place - b.place)

/** Cages without fish are left out. */
export function writeForecast(
  head: Omit<ForecastAnswer, 'cages'>,
  chosen: readonly ChosenCage[],
  { names, weighings, skillOf, days, daysOf }: Told,
): Promise<Written<ForecastAnswer>> {
  const texts = openTexts()
  const places = new Map(names.map(({ group_id }, place) => [group_id, place]))
  const weighed = (group: number) =>
    (weighings.get(group) ?? []).map(({ at, average, sample }) => ({
      datetime: at,
      avg_weight: toKg(average),
      count: sample,
    }))
  function* withFish() {
    for (const cage of chosen) {
      const groups = inOrder(daysOf(cage.cage_id), places)
      if (groups.length > 0) yield { cage: { ...cage, skill: skillOf(cage.cage_id) }, groups }
    }
  }
  const add = (to: JsonBytes, { cage, groups }: CageDays) =>
    addObject(to, cage, 'groups', groups, ({ place, own }) => {
      const name = names[place]!
      const group = { ...name, weighings: weighed(name.group_id) }
      addObject(to, group, 'days', own, (day) => addDay(to, day, texts))
    })
  const size = FIRST + names.length * days * DAY_BYTES
  return writeRows<ForecastAnswer, 'cages', CageDays>(head, 'cages', withFish(), { add, size })
}
