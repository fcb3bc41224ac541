/** The chart's settings in the address: period, cage, one or two parameters, with or without sensors. */
import { useMemo } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod'
import { groupBy } from '../../../shared/collections'
import { dayOf, daysBetween, parseDay, showDay } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import type { ChartPoint, Series } from '../../../web/ui/chart/chart-model'
import { ALL } from '../../../shared/sheets/filter-words'
import { presetPeriod } from '../../../web/ui/fields/periods'
import { useUrlFilters } from '../../../web/router/url-filters'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { measurementCalls, type ChartSeries } from '../../../core/cages/measurement.contract'
import { depthText, showReading } from '../readings/measurement-words.web'
import { useMissingParameter } from '../readings/use-measurements.web'

const PERIOD = ['start', 'end'] as const

/** No choice yet: the module's first two parameters. */
const FIRST = ''
/** The second line is switched off. */
export const NO_PARAMETER = '-1'

const day = z.string().refine((text) => parseDay(text) !== null)
const schema = z.object({
  start: day,
  end: day,
  cage: z.string().regex(/^-?\d+$/),
  param1: z.string().max(100),
  param2: z.string().max(100),
  sensors: z.enum(['0', '1']),
})
export type ChartFilters = z.infer<typeof schema>

function useChartFilters() {
  const today = dayOf(useNow())
  const defaults = useMemo(() => {
    const { start, end } = presetPeriod('30 дней', today)
    return {
      start: showDay(start),
      end: showDay(end),
      cage: ALL,
      param1: FIRST,
      param2: FIRST,
      sensors: '1' as const,
    }
  }, [today])
  return useUrlFilters<ChartFilters>(schema, defaults, PERIOD)
}

/** From a week on the readings of a day are one point. */
const BY_DAY_FROM = 7

/** The chosen names that the module has: at most two different ones. */
export function chosenNames({ param1, param2 }: ChartFilters, names: readonly string[]): string[] {
  const first = names.includes(param1) ? param1 : names[0]
  if (first === undefined) return []
  const others = names.filter((name) => name !== first)
  const second = param2 === NO_PARAMETER ? undefined : others.includes(param2) ? param2 : others[0]
  return second === undefined ? [first] : [first, second]
}

const pointsOf = ({ points }: ChartSeries): ChartPoint[] =>
  points.map(({ datetime, value }) => ({ at: datetime, value }))

/**
 * A morning's readings are of the module and then of each cage: over weeks a line would jump between them, so a day is
 * shown by its mean.
 */
const daysOf = ({ points }: ChartSeries): ChartPoint[] =>
  [...groupBy(points, ({ datetime }) => dayOf(datetime)).values()].map((own) => {
    const readings = own.reduce((sum, { count }) => sum + count, 0)
    return {
      at: `${dayOf(own[0]!.datetime)}T12:00`,
      value: own.reduce((sum, { value, count }) => sum + value * count, 0) / readings,
    }
  })

/**
 * The first parameter has the left axis, the second the right one. With `byDay` the manual readings of a day are one
 * point.
 */
export function linesOf(
  series: readonly ChartSeries[],
  names: readonly string[],
  byDay: boolean,
  t: TFunction,
): Series[] {
  const shades = [0, 0]
  return series.flatMap((one) => {
    const side = names.indexOf(one.name)
    if (side < 0) return []
    const shade = shades[side]!
    shades[side] = shade + 1
    const label = `${one.name}, ${depthText(t, one.depth)}`
    return {
      key: `${one.name}|${one.depth}|${one.external_input}`,
      name: one.external_input ? t('{{label}}, датчик', { label }) : label,
      unit: t(one.beautifulSymbol),
      // a mean of readings is not more precise than they are
      show: (value) => showReading(Math.round(value * 100) / 100),
      side: side === 0 ? ('left' as const) : ('right' as const),
      shade,
      daily: byDay && !one.external_input,
      points: byDay && !one.external_input ? daysOf(one) : pointsOf(one),
    }
  })
}

/** Settings and lines of one module, and the input for the table below. */
export function useChart(locationId: number, parameters: readonly MeasureParameter[]) {
  const { t } = useTranslation()
  const [filters, setFilters] = useChartFilters()
  const names = useMemo(() => [...new Set(parameters.map(({ name }) => name))], [parameters])
  const chosen = chosenNames(filters, names)
  useMissingParameter([filters.param1, filters.param2].filter((name) => name !== FIRST && name !== NO_PARAMETER))
  const place = {
    locationId,
    start: filters.start,
    end: filters.end,
    ...(filters.cage !== ALL && { cage_id: filters.cage }),
  }
  const query = useCall(
    measurementCalls.chart,
    { ...place, paramNames: chosen, external_input: filters.sensors === '1' },
    { enabled: chosen.length > 0, placeholderData: keepPreviousData },
  )
  const byDay = daysBetween(parseDay(filters.start)!, parseDay(filters.end)!) >= BY_DAY_FROM
  const lines = useMemo(
    () => query.data && linesOf(query.data.datasets, chosen, byDay, t),
    [query.data, chosen.join('|'), byDay, t],
  )
  const tableInput = {
    ...place,
    ...(filters.sensors === '0' && { by_hand: true }),
    measure_parameter_id: parameters.filter(({ name }) => chosen.includes(name)).map(({ id }) => id),
  }
  return { filters, setFilters, names, chosen, query, lines, byDay, tableInput }
}
