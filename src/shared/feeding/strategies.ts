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

/** How the source of a temperature is told. */
export const SOURCE_WORDS: Record<TemperatureSource, string> = {
  cage: 'замер в садке',
  module: 'замер в модуле',
  earlier: 'последний замер',
  previous: 'последний замер',
  fixed: 'задана в расчёте',
  lake: 'обычная для озера',
  own: 'обычная для хозяйства',
}
