/**
 * Every day: the dead are taken out, the fish fed, and grown by what they ate; cures and notes as the water asks for
 * them.
 */
import { addDays } from '../../shared/dates'
import { daysAfterHeat, heatOn, weekday } from './demo-calendar.server'
import { feed, type Fish, type Life, lose, remark, type Tank, tick, treat } from './demo-life.server'

/** Thermal growth coefficient of rainbow trout in cages: cube root of grams by degree days, times 1000. */
const TGC = 2.3
const EVENING = 16 * 60 + 30
const NIGHT = 20 * 60

const living = ({ tanks }: Life) => tanks.filter((tank): tank is Tank & { fish: Fish } => tank.fish !== null)

/** Share of the fish that die on a day. */
function deathRate({ water, day, calendar }: Life, { weight, stress, brood }: Fish, vigour: number): number {
  const usual = brood ? 0.00012 : weight < 100 ? 0.00017 : weight < 500 ? 0.00011 : 0.00008
  const heat = heatOn(day, calendar)
  return usual * (0.7 + water / 14) * (stress > 0 ? 3 : 1) + 0.003 * heat * heat * (2.2 - 1.2 * vigour)
}

export function takeDead(life: Life): void {
  let minute = 400
  for (const tank of living(life)) {
    const { fish } = tank
    const dead = Math.min(fish.count - 1, life.chance.events(fish.count * deathRate(life, fish, tank.vigour)))
    fish.stress = Math.max(0, fish.stress - 1)
    if (heatOn(life.day, life.calendar) > 0) fish.lost += dead
    if (dead > 0) lose(life, tank, dead, Math.min(445, (minute += life.chance.whole(0, 2))))
  }
}

/** Degrees that count for growth: trout eat less in water above 16.5 °C. */
const usefulWarmth = (water: number) => (water <= 16.5 ? water : Math.max(1, 16.5 - (water - 16.5) * 3.2))

/** Grams of feed a fish gets on a day, and what it gains by them. */
function ration({ water, chance }: Life, { weight, brood }: Fish, { vigour, waste }: Tank) {
  // parents are kept lean
  const warmth = usefulWarmth(water) * (brood ? 0.4 : 1)
  const gain = (3 * Math.cbrt(weight) ** 2 * TGC * warmth * vigour * chance.between(0.92, 1.08)) / 1000
  const conversion = 0.98 + 0.13 * Math.min(1, weight / 1500) + waste
  return { gain, grams: gain * conversion + weight * 0.0003 }
}

const feedBySize = ({ weight }: Fish) => (weight < 70 ? 0 : weight < 220 ? 1 : weight < 800 ? 2 : 3)

/** Meals a day by water and size. */
const mealsOf = ({ water }: Life, { weight }: Fish) => (water >= 8 && weight < 1200 ? 3 : water >= 4 ? 2 : 1)

const SHARES = [[1], [0.55, 0.45], [0.4, 0.35, 0.25]]

function give(life: Life, tank: Tank & { fish: Fish }, meal: number, minute: number): void {
  const { fish } = tank
  const share = SHARES[mealsOf(life, fish) - 1]![meal]
  const kg = share === undefined ? 0 : (fish.count * fish.ration * share) / 1000
  if (kg < 0.2) return
  const eager = life.water > 17.5 ? 2 : life.water < 3 ? 3 : 4
  const appetite = Math.max(1, Math.min(5, eager + life.chance.whole(-1, 1)))
  feed(life, tank, kg, feedBySize(fish), appetite, minute)
}

/** No feed in a storm, nor on winter Sundays; `unfed` waits for someone to do it. */
export function feedMorning(life: Life, unfed: ReadonlySet<Tank>): void {
  const { day, calendar, water, chance } = life
  const rest = calendar.storms.has(day) || (water < 1 && weekday(day) === 0 && day < calendar.today)
  const starts = [450, 455, 460].map((start) => start + chance.whole(0, 12))
  for (const tank of living(life)) {
    if (rest || unfed.has(tank)) {
      tank.fish.ration = 0
      continue
    }
    const { gain, grams } = ration(life, tank.fish, tank)
    tank.fish.ration = grams
    give(life, tank, 0, Math.min(570, (starts[tank.plan.module]! += chance.whole(3, 7))))
    tank.fish.weight += gain
  }
}

/** The later meals of the warm season, each its round of the farm. */
export function feedLater(life: Life): void {
  for (const [meal, from] of [EVENING, NIGHT].entries()) {
    const starts = [0, 4, 7].map((start) => from + start + life.chance.whole(0, 15))
    for (const tank of living(life))
      if (tank.fish.ration > 0) give(life, tank, meal + 1, (starts[tank.plan.module]! += life.chance.whole(3, 6)))
  }
}

/** 0 is the antibiotic by biomass, 1 the bath of fry. */
const [ANTIBIOTIC, BATH] = [0, 1]
const CURED = 9

/** So many days ago a cage of fish for sale was treated: its withdrawal period is not over. */
const TREATED_AGO = 6
const AFTERNOON = 13 * 60 + 10

function treatLately(life: Life): void {
  if (addDays(life.day, TREATED_AGO) !== life.calendar.today) return
  const forSale = living(life)
    .filter(({ fish }) => !fish.brood)
    .sort((a, b) => b.fish.weight - a.fish.weight || a.index - b.index)
  const tank = forSale[1]
  if (tank) treat(life, tank, ANTIBIOTIC, gramsFor(tank), 'Язвы у отдельных рыб, курс по назначению', AFTERNOON)
}

/** Of the antibiotic for the fish of a cage. */
const gramsFor = ({ fish }: { fish: Fish }) =>
  Math.max(50, Math.round((fish.count * fish.weight * 20) / 1_000_000 / 50) * 50)

export function cure(life: Life): void {
  treatLately(life)
  const after = daysAfterHeat(life.day, life.calendar)
  if (after >= 2 && after <= 6) {
    const worst = living(life).sort(
      (a, b) => b.fish.lost / b.fish.count - a.fish.lost / a.fish.count || a.index - b.index,
    )
    for (const tank of worst.slice(0, CURED).sort((a, b) => a.index - b.index)) {
      const note = after === 2 ? 'Миксобактериоз после жары, курс 5 дней с кормом' : null
      treat(life, tank, ANTIBIOTIC, gramsFor(tank), note)
    }
  }
  const bathing = ['05-28', '06-11', '09-20'].includes(life.day.slice(5)) && life.water > 6
  if (!bathing) return
  for (const tank of living(life))
    if (tank.fish.weight < 200) treat(life, tank, BATH, tank.plan.volume * 8, 'Ванна 1:6000, 40 минут')
}

const NOTES_ANY = [
  'Нерпа у садков, проверили дель: целая',
  'Подняли и почистили кормораздатчик',
  'Рыба стоит внизу, корм берёт неохотно',
  'Проверили растяжки и якоря',
  'Взяли пробу на паразитов: единичные аргулюсы',
  'Подтянули крышку, ослабла после ветра',
]
const NOTES_WARM = [
  'Дель обросла, чистка назначена на следующую неделю',
  'Заменили дель на ячею 18 мм',
  'Чайки: натянули сетку заново',
  'Кислород утром 8,4 мг/л',
]

function note(life: Life, text: string): void {
  const here = living(life)
  if (here.length > 0) remark(life, life.chance.pick(here), text)
}

export function keepNotes(life: Life, before: number): void {
  const { water, day, calendar, chance } = life
  const celsius = water.toFixed(1).replace('.', ',')
  if (calendar.storms.has(day)) note(life, 'Шторм: на садки не вышли, кормления отменены')
  if (calendar.heats.some(({ from, strength }) => strength === 1 && addDays(from, 3) === day))
    note(life, `Вода ${celsius} °C, корм снижаем, следим за кислородом`)
  if (daysAfterHeat(day, calendar) === 1) note(life, `Жара спала, вода ${celsius} °C. Сняли пробу на бактериологию`)
  if (before >= 0.7 && water < 0.7 && day.slice(5, 7) === '01') note(life, 'Встал лёд, держим майны у садков открытыми')
  if (before < 2 && water >= 2 && day.slice(5, 7) === '04') note(life, 'Лёд ушёл, осмотрели понтоны и растяжки')
  if (chance.happens(0.04)) note(life, chance.pick(water > 4 ? [...NOTES_ANY, ...NOTES_WARM] : NOTES_ANY))
}

/** Where the morning's work ends and the day's begins. */
export const startOfWork = (life: Life): void => {
  life.minute = 600
  tick(life)
}
