/** What the forecast is asked, kept in the address, and its answers. */
import { useMemo } from 'react'
import * as z from 'zod'
import { keepPreviousData } from '@tanstack/react-query'
import { addDays, dayOf, daysBetween, parseDay, showDay } from '../../../shared/dates'
import { useCall } from '../../../web/query-client'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useNow } from '../../../web/session'
import { ALL, isAll } from '../../../shared/sheets/filter-words'
import { useCageOptions } from '../calcs/calc-options.web'
import { forecastCalls, MOST_DAYS } from './forecast.contract'

const EVERY_KIND = [ALL]

const ids = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.string().regex(/^-?\d+$/)).max(1000),
)
const schema = z.object({
  modules: ids,
  cagesId: ids,
  on: z.string().max(20),
  level: z.enum(['0.8', '0.9', '0.95', '0.99']),
  weight: z.string().regex(/^\d*\.?\d*$/),
  cage: z.string().regex(/^\d*$/),
})
export type Choice = z.infer<typeof schema>

/** Of more cages × days than these every week is told of: nobody reads so many lines, and they would take long. */
const MOST_DAILY = 12_000
const WEEK = 7

/** So many days before today the line begins. */
const PAST_DAYS = 30
const USUAL_AHEAD = 60

export function useForecast() {
  const today = dayOf(useNow())
  const defaults = useMemo(
    (): Choice => ({
      modules: [ALL],
      cagesId: [ALL],
      on: showDay(addDays(today, USUAL_AHEAD)),
      level: '0.9',
      weight: '',
      cage: '',
    }),
    [today],
  )
  const [choice, set] = useUrlFilters<Choice>(schema as z.ZodType<Choice>, defaults)
  const { modules, cagesId, level, weight } = choice
  const latest = addDays(today, MOST_DAYS)
  const typed = parseDay(choice.on)
  // a day half typed, or out of reach, leaves what is shown
  const on = typed && typed > today && typed <= latest ? typed : parseDay(defaults.on)!
  const chosen = { location_id: modules, cage_ids: cagesId, level }
  const options = { placeholderData: keepPreviousData }
  const period = { start: showDay(addDays(today, -PAST_DAYS)), end: showDay(on) }
  const cages = useCageOptions(modules, EVERY_KIND, cagesId)
  const many = isAll(cagesId) ? cages.options.length : cagesId.length
  const step = many * (PAST_DAYS + daysBetween(today, on)) > MOST_DAILY ? WEEK : 1
  const query = useCall(forecastCalls.forecast, { ...chosen, ...period, step } as never, options)
  const daily = useCall(forecastCalls.forecast, { cage_ids: [choice.cage], level, ...period } as never, {
    ...options,
    enabled: step > 1 && choice.cage !== '',
  })
  const sought = Number(weight) > 0
  const target = useCall(forecastCalls.target, { ...chosen, weight } as never, { ...options, enabled: sought })
  return { choice, set, today, on, latest, query, step, daily, target, sought, cages }
}
export type Forecast = ReturnType<typeof useForecast>
