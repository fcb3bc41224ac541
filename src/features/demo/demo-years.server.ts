/** Two years of the demo farm, day by day, up to this minute. */
import { addDays, dayOf } from '../../shared/dates'
import { calendarUpTo, waterOn } from './demo-calendar.server'
import { cure, feedLater, feedMorning, keepNotes, startOfWork, takeDead } from './demo-care.server'
import { chanceFrom } from './demo-chance.server'
import { densityOf, type Draft, instantOf, type Life, move, remark, stock, type Tank, weigh } from './demo-life.server'
import {
  clearFry,
  daysLeft,
  fry,
  type StockedTank,
  holds,
  promote,
  sea,
  sell,
  sortFry,
  takeFew,
  thinOut,
  weighMonthly,
} from './demo-moves.server'
import { CAGES, CAGES_PER_MODULE, type DemoFarm } from './demo-place.server'

const SEED = 20_240_520
/** Grams and fish a cage at the first and the second stocking, and at the third. */
const FIRST = { weight: 600, count: 10_000 }
const SECOND = { weight: 55, count: 11_000 }
const THIRD = { spring: 60, autumn: 35, count: 13_000 }
/** The month before today arranges what the map is to show. */
const [SKIP_DAY, CROWD_DAY] = [29, 12]
const [OVER, NEAR] = [20.9, 18.8]
const LEFT_OVER = 300
const UNFED = [4, 13, 22]

function begin(place: DemoFarm, today: string): Life {
  const chance = chanceFrom(SEED)
  const calendar = calendarUpTo(today, chance)
  const tanks = CAGES.map((plan, index): Tank => ({
    index,
    plan,
    fish: null,
    vigour: chance.between(0.95, 1.05),
    waste: chance.between(-0.04, 0.05),
    turn: 8 + plan.module * 4 + (index % 3),
    kept: false,
    skipped: false,
  }))
  const trade = chanceFrom(SEED + 1)
  return { chance, trade, calendar, place, tanks, rows: [], day: calendar.start, water: 0, minute: 0, selling: null }
}

/** About as many fish for each cage as its volume holds. */
function stockAll(life: Life, tanks: Tank[], index: number, plan: { weight: number; count: number }): void {
  const generation = life.place.generations[index]!
  const largest = Math.max(...tanks.map(({ plan: { volume } }) => volume))
  for (const tank of tanks) {
    const full = plan.count * (tank.plan.volume / largest) ** 0.5
    const count = Math.round((full * life.chance.between(0.94, 1.04)) / 50) * 50
    const weight = plan.weight * life.chance.between(0.92, 1.08)
    stock(life, tank, { generation, category: plan.weight >= 300 ? 2 : plan.weight >= 50 ? 1 : 0, count, weight })
  }
}

function firstDay(life: Life): void {
  life.minute = 480
  stockAll(life, sea(life).slice(0, CAGES_PER_MODULE), 0, FIRST)
  stockAll(life, fry(life), 1, SECOND)
}

function youngest(life: Life): void {
  const { third } = life.calendar
  const weight = third.slice(5, 7) === '05' ? THIRD.spring : THIRD.autumn
  const half = CAGES_PER_MODULE / 2
  const part = life.day === third ? [0, half] : life.day === addDays(third, 1) ? [half, CAGES_PER_MODULE] : [0, 0]
  stockAll(life, fry(life).slice(...part), 2, { weight, count: THIRD.count })
}

/** Two cages are left out of the last monthly weighing. */
function skipTwo(life: Life): void {
  const here = life.tanks.filter(holds).filter((tank) => !tank.kept && tank !== life.selling)
  for (const tank of [here[1], here.at(-2)]) if (tank) Object.assign(tank, { kept: true, skipped: true })
}

/** The grown fish of one generation at sea that may still be moved, the densest cage first. */
function crowdable(life: Life): StockedTank[] {
  const grown = sea(life)
    .filter(holds)
    .filter((tank) => !tank.kept && !tank.fish.brood && tank !== life.selling && tank.fish.weight > 500)
    .sort((a, b) => densityOf(b) - densityOf(a) || a.index - b.index)
  const same = (tank: StockedTank) => tank.fish.generation === grown[0]!.fish.generation
  return grown.filter(same)
}

/** Moves fish into a cage until its books show a density; a cage that has given nearly all is followed by the next. */
function fillUp(life: Life, tank: StockedTank, density: number, givers: StockedTank[]): void {
  for (const giver of givers) {
    const missing = (density - densityOf(tank, tank.fish.book)) * tank.plan.volume * 1000
    const count = Math.min(Math.round(missing / giver.fish.book), giver.fish.count - LEFT_OVER)
    if (count < 10) continue
    weigh(life, giver)
    move(life, giver, tank, count, giver.fish.book / giver.fish.weight, 'Освобождаем садок под замену дели')
  }
  Object.assign(tank, { kept: true, skipped: true })
}

/** One cage is taken out for repair: its fish make one neighbour too dense and another nearly so; the rest are sold. */
function crowd(life: Life): void {
  const [over, near, ...givers] = crowdable(life)
  if (!over || !near) return
  for (const tank of [over, near]) weigh(life, tank)
  fillUp(life, over, OVER, givers)
  fillUp(life, near, NEAR, givers)
  life.selling ??= givers[0] ?? null
  remark(life, over, 'После пересадки плотность выше нормы, рассадить при первой возможности')
}

function work(life: Life): void {
  startOfWork(life)
  weighMonthly(life)
  promote(life)
  youngest(life)
  if (daysLeft(life) === SKIP_DAY) skipTwo(life)
  if (daysLeft(life) === CROWD_DAY) crowd(life)
  sell(life)
  clearFry(life)
  sortFry(life)
  thinOut(life)
  takeFew(life)
  cure(life)
}

/** What was done today before now. Before ten the morning's round is compressed, so that it has always been. */
function untilNow(rows: Draft[], now: string): Draft[] {
  const minutes = (at: string) => Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16))
  const current = minutes(now)
  const squeezed = rows.map((row) => {
    if (dayOf(row.at) < dayOf(now) || minutes(row.at) > 600 || current >= 600) return row
    return { ...row, at: instantOf(dayOf(now), Math.floor((minutes(row.at) * current) / 600)) }
  })
  return squeezed
    .filter(({ at }) => at <= now)
    .map((row) => ({ ...row, created: row.created > now ? now : row.created }))
}

/** All operations but the deliveries, in the order of their time. */
export function liveTwoYears(place: DemoFarm, now: string): Draft[] {
  const life = begin(place, dayOf(now))
  const { start, today } = life.calendar
  firstDay(life)
  for (let day = addDays(start, 1); day <= today; day = addDays(day, 1)) {
    const before = life.water
    Object.assign(life, { day, water: waterOn(day, life.calendar) })
    const here = life.tanks.filter(holds)
    takeDead(life)
    feedMorning(life, new Set(day === today ? UNFED.map((index) => here[index]!) : []))
    if (day < today) {
      work(life)
      keepNotes(life, before)
    }
    feedLater(life)
  }
  const rows = untilNow(life.rows, now)
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => (a.row.at < b.row.at ? -1 : a.row.at > b.row.at ? 1 : a.index - b.index))
    .map(({ row }) => row)
}
