import { once } from '../collections'

/** Farm time as whole minutes, to reckon with; farm clocks are not shifted in between. */
const MINUTE = 60_000

/** 'YYYY-MM-DDTHH:mm' → minutes. */
export const minutesOf = (instant: string): number => Date.parse(`${instant.slice(0, 16)}Z`) / MINUTE

export const instantOf = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(0, 16)

export const DAY_MINUTES = 24 * 60

/** The same of very many, which are of few days. */
export function openInstants(): (minutes: number) => string {
  const dayOf = once((day: number) => instantOf(day * DAY_MINUTES).slice(0, 11))
  const timeOf = once((minute: number) => instantOf(minute).slice(11))
  return (minutes) => dayOf(Math.floor(minutes / DAY_MINUTES)) + timeOf(minutes % DAY_MINUTES)
}
