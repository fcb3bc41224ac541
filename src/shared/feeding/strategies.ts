/** How the temperature of a day is told that has no reading of its own. */
export const STRATEGIES = [
  'PreviousStrategy',
  'FixedStrategy',
  'LadogaHistoricalStrategy',
  'OwnHistoryStrategy',
] as const
export type Strategy = (typeof STRATEGIES)[number]

/** Where a temperature comes from: readings of the day, an earlier one, or a strategy. */
export const TEMPERATURE_SOURCES = ['cage', 'module', 'earlier', 'previous', 'fixed', 'lake', 'own'] as const
export type TemperatureSource = (typeof TEMPERATURE_SOURCES)[number]
