/** Farm time as whole minutes, to reckon with; farm clocks are not shifted in between. */
const MINUTE = 60_000

/** 'YYYY-MM-DDTHH:mm' → minutes. */
export const minutesOf = (instant: string): number => Date.parse(`${instant.slice(0, 16)}Z`) / MINUTE

export const instantOf = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(0, 16)

export const DAY_MINUTES = 24 * 60
