/** Weighing, sorting by size, selling: the work that changes which fish are where. */
import { daysBetween } from '../../shared/dates'
import { weekday } from './demo-calendar.server'
import { buyerFor } from './demo-trade.server'
import {
  closeOut,
  correct,
  densityOf,
  type Fish,
  type Life,
  move,
  recategorize,
  take,
  type Tank,
  weigh,
} from './demo-life.server'

export type StockedTank = Tank & { fish: Fish }
export const holds = (tank: Tank): tank is StockedTank => tank.fish !== null

const FRY_MODULE = 2
const MONTH = 30
/** Grams from which a generation takes the next age category. */
export const CATEGORY_FROM = [0, 50, 300, 1000]
const BROODSTOCK = 4
const BROOD_COUNT = 1200
/** Grams at which the first generation is sold, and the second, which may grow larger. */
const MARKET = [1400, 1700]
const SALE_DAYS = [
  [1, 3, 5],
  [2, 5],
]
/** So many cages keep fish while the second generation is sold, and so many of its own. */
const [FULL, SECOND_STAYS] = [25, 9]

export const daysLeft = ({ day, calendar }: Life) => daysBetween(day, calendar.today)
export const sea = (life: Life) => life.tanks.filter(({ plan }) => plan.module !== FRY_MODULE)
export const fry = (life: Life) => life.tanks.filter(({ plan }) => plan.module === FRY_MODULE)
const free = (life: Life) => sea(life).filter((tank) => !tank.fish && !tank.kept)
const mild = ({ water }: Life) => water >= 4 && water <= 15.5
const workday = ({ day, calendar }: Life) => weekday(day) >= 1 && weekday(day) <= 5 && !calendar.storms.has(day)

export function weighMonthly(life: Life): void {
  for (const tank of life.tanks)
    if (holds(tank) && !tank.skipped && daysLeft(life) % MONTH === tank.turn) weigh(life, tank)
}

/** On Mondays: a generation that has grown takes the next category in all its cages. */
export function promote(life: Life): void {
  if (weekday(life.day) !== 1) return
  for (const generation of life.place.generations) {
    const own = life.tanks.filter(holds).filter(({ fish }) => fish.generation === generation && !fish.brood)
    const count = own.reduce((sum, { fish }) => sum + fish.count, 0)
    const mass = own.reduce((sum, { fish }) => sum + fish.count * fish.weight, 0)
    const next = (own[0]?.fish.category ?? 0) + 1
    if (own.length > 0 && mass / count >= (CATEGORY_FROM[next] ?? Infinity))
      for (const tank of own) recategorize(life, tank, next)
  }
}

/** A counter on the way shows that the books are wrong by a little. */
function recount(life: Life, tank: Tank): void {
  if (!tank.fish || !life.chance.happens(0.3)) return
  const found = Math.round(tank.fish.count * life.chance.between(0.985, 1.003))
  if (found !== tank.fish.count) correct(life, tank, found, 'Пересчёт при сортировке')
}

/** Two cages of fry a day give their larger half to a cage at sea. */
export function sortFry(life: Life): void {
  if (!workday(life) || !mild(life) || daysLeft(life) < 32) return
  const ready = fry(life)
    .filter(holds)
    .filter(({ fish, kept }) => !kept && !fish.graded && fish.weight >= 150)
    .slice(0, 2)
  const second = ready[0]?.fish.generation === life.place.generations[1]
  const target = free(life).sort((a, b) => (second ? b.plan.module - a.plan.module : 0) || a.index - b.index)[0]
  if (!target || ready.length === 0) return
  for (const tank of ready) {
    weigh(life, tank, 'Перед сортировкой')
    if (life.chance.happens(0.5))
      take(life, tank, { count: life.chance.whole(60, 180), factor: 0.4, reason: 'culling', note: 'Заморыши' })
    move(life, tank, target, Math.round(tank.fish.count * 0.55), 1.1, 'Сортировка, крупная')
    recount(life, tank)
  }
}

/** The fry module is cleared before the next generation comes. */
export function clearFry(life: Life): void {
  const left = daysBetween(life.day, life.calendar.third)
  if (left < 1 || left > 24 || (!workday(life) && left > 3)) return
  const leaving = fry(life).filter(holds).slice(0, 2)
  if (leaving.length === 0) return
  const { generation } = leaving[0]!.fish
  const roomy = sea(life)
    .filter(holds)
    .filter(({ fish }) => fish.generation === generation && !fish.brood)
    .sort((a, b) => densityOf(a) - densityOf(b) || a.index - b.index)
  const target = free(life)[0] ?? roomy[0]!
  for (const tank of leaving) {
    weigh(life, tank, 'Перед пересадкой')
    move(life, tank, target, tank.fish.count, 1, 'Освобождаем мальковый модуль')
  }
}

/** A dense cage is halved while there is room. */
export function thinOut(life: Life): void {
  if (!workday(life) || !mild(life) || weekday(life.day) !== 3 || daysLeft(life) < 32) return
  const room = free(life)
  const dense = sea(life)
    .filter(holds)
    .filter((tank) => !tank.kept && tank !== life.selling && !tank.fish.brood && densityOf(tank) > 13)
  if (room.length <= 7 || !dense[0]) return
  weigh(life, dense[0], 'Перед рассадкой')
  move(life, dense[0], room[0]!, Math.round(dense[0].fish.count / 2), 1, 'Рассадка')
}

/** The best of the second generation stay as parents. */
function keepParents(life: Life, tank: StockedTank): void {
  const target = free(life)[0]
  if (!target || tank.fish.count < BROOD_COUNT * 2) return
  weigh(life, tank, 'Перед отбором производителей')
  move(life, tank, target, BROOD_COUNT, 1.15, 'Отбор в ремонтное стадо')
  target.fish!.brood = true
  target.kept = true
  recategorize(life, target, BROODSTOCK)
}

function nextForSale(life: Life): StockedTank | undefined {
  for (const [index, least] of MARKET.entries()) {
    const own = life.tanks
      .filter(holds)
      .filter(({ fish }) => fish.generation === life.place.generations[index] && !fish.brood)
    const ripe = own
      .filter(({ fish, kept }) => !kept && fish.weight >= least)
      .sort((a, b) => b.fish.weight - a.fish.weight || a.index - b.index)
    const enough = index === 1 && (own.length <= SECOND_STAYS || life.tanks.filter(holds).length <= FULL)
    if (!ripe[0] || enough || !SALE_DAYS[index]!.includes(weekday(life.day))) continue
    if (index === 1 && !life.tanks.some(({ fish }) => fish?.brood)) keepParents(life, ripe[0])
    return ripe[0]
  }
  return undefined
}

/** Fish that the books have and the net has not: birds, seals, counts that were off at stocking. */
const unfound = ({ index, fish }: StockedTank) => Math.min(fish.count - 1, 12 + ((index * 37) % 60))

/** A lorry takes about four tonnes; cages are emptied one after another. */
export function sell(life: Life): void {
  if (!workday(life) || life.water > 17 || daysLeft(life) < 2) return
  const going = life.selling && holds(life.selling) ? life.selling : null
  const days = going && going.fish.generation === life.place.generations[1] ? SALE_DAYS[1]! : SALE_DAYS[0]!
  const tank = going ?? nextForSale(life)
  if (!tank || (going && !days.includes(weekday(life.day)))) return
  const lorry = Math.round(life.chance.between(3_400_000, 4_500_000) / tank.fish.weight)
  const last = tank.fish.count - lorry < lorry / 4
  const count = last ? tank.fish.count - unfound(tank) : lorry
  take(life, tank, { count, ...buyerFor(life, tank.fish.weight) })
  if (last) closeOut(life, tank)
  life.selling = tank.fish ? tank : null
}

/** Now and then a few fish for the laboratory or the kitchen. */
export function takeFew(life: Life): void {
  const date = Number(life.day.slice(8))
  if (date !== 10 && date !== 24) return
  const here = life.tanks.filter(holds).filter(({ kept }) => !kept)
  if (here.length === 0 || daysLeft(life) < 2) return
  const tank = life.chance.pick(here)
  if (date === 10) take(life, tank, { count: 5, reason: 'research', note: 'Проба в ветлабораторию' })
  else if (tank.fish.weight > 900) take(life, tank, { count: life.chance.whole(6, 15), reason: 'own_needs' })
}
