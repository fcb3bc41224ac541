/** The demo farm's two years up to today: water, storms, the hot July, and when which generation comes. */
import { addDays, daysBetween } from '../../shared/dates'
import type { Chance } from './demo-chance.server'

const DAYS = 730

/**
 * Month means of Ladoga in °C at the 15th. Only August and February–March rest on a published figure; the rest is a
 * smooth guess.
 */
const LADOGA = [0.7, 0.2, 0.2, 1.0, 4.0, 9.5, 15.0, 15.7, 12.0, 7.8, 4.2, 2.0]

export interface Milestones {
  start: string
  today: string
  /** the day on which the youngest generation is stocked */
  third: string
}

export interface Calendar extends Milestones {
  /** first days of the hot weeks of July, and how hot they are: 1 is the heat wave */
  heats: { from: string; strength: number }[]
  storms: Set<string>
}

const HEAT_DAYS = 10

/** Spring and autumn are when fish are stocked: the last such day between 9 and 17 months after the start. */
function stockingDay(start: string): string {
  const year = Number(start.slice(0, 4))
  const days = [0, 1, 2].flatMap((later) => [`${year + later}-05-15`, `${year + later}-10-01`])
  const [from, until] = [addDays(start, 274), addDays(start, 517)]
  return days.filter((day) => day >= from && day <= until).at(-1)!
}

/** The last whole hot week is the heat wave; the Julys before were only warm. */
function hotJulys(start: string, today: string): Calendar['heats'] {
  const year = Number(today.slice(0, 4))
  const starts = [year, year - 1, year - 2].map((one) => `${one}-07-12`)
  const whole = starts.filter((from) => from > addDays(start, 5) && addDays(from, HEAT_DAYS + 8) < today)
  return whole.map((from, index) => ({ from, strength: index === 0 ? 1 : 0.35 }))
}

function stormDays(start: string, today: string, chance: Chance): Set<string> {
  const storms = new Set<string>()
  for (let day = addDays(start, 3); day < addDays(today, -1); day = addDays(day, 1)) {
    const month = Number(day.slice(5, 7))
    const windy = month >= 9 ? 0.035 : month === 4 || month === 5 ? 0.02 : 0.003
    if (chance.happens(windy)) storms.add(day)
  }
  return storms
}

export function milestonesUpTo(today: string): Milestones {
  const start = addDays(today, -DAYS)
  return { start, today, third: stockingDay(start) }
}

export function calendarUpTo(today: string, chance: Chance): Calendar {
  const milestones = milestonesUpTo(today)
  const { start } = milestones
  return { ...milestones, heats: hotJulys(start, today), storms: stormDays(start, today, chance) }
}

/** 0 to 1 over the ten days of a hot week, times its strength. */
export function heatOn(day: string, { heats }: Calendar): number {
  const heat = heats.find(({ from }) => day >= from && daysBetween(from, day) < HEAT_DAYS)
  return heat ? heat.strength * Math.sin((Math.PI * (daysBetween(heat.from, day) + 0.5)) / HEAT_DAYS) : 0
}

/** Days since the heat wave ended, from 1 on; 0 when there was none. */
export function daysAfterHeat(day: string, { heats }: Calendar): number {
  const wave = heats.find(({ strength }) => strength === 1)
  return wave ? Math.max(0, daysBetween(wave.from, day) - HEAT_DAYS + 1) : 0
}

/** Water at 2 m: the climatology with slow swings of its own, and the heat. */
export function waterOn(day: string, calendar: Calendar): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const past = date >= 15 ? month : month - 1
  const from = Date.UTC(year, past - 1, 15)
  const share = (Date.UTC(year, month - 1, date) - from) / (Date.UTC(year, past, 15) - from)
  const mean = LADOGA[(past + 11) % 12]! * (1 - share) + LADOGA[past % 12]! * share
  const number = Date.UTC(year, month - 1, date) / 86_400_000
  const swing = (0.8 * Math.sin(number / 9) + 0.5 * Math.sin(number / 3.7)) * Math.min(1, mean / 5)
  return Math.max(0.1, mean + swing + 4.6 * heatOn(day, calendar))
}

/** 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** «Весна 2025» */
export const seasonOf = (day: string): string =>
  `${Number(day.slice(5, 7)) <= 6 ? 'Весна' : 'Осень'} ${day.slice(0, 4)}`
