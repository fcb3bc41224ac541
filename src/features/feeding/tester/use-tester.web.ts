/** What the tester is asked, kept in the address, and its answers: of one calculation, or of two side by side. */
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { keepPreviousData } from '@tanstack/react-query'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { useCall } from '../../../web/query-client'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useNow } from '../../../web/session'
import { ALL } from '../../../shared/sheets/filter-words'
import { USUAL_AHEAD } from './period-ahead.web'
import type { InputOf } from '../../../shared/contract'
import { testerCall } from './tester.contract'

const ids = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.string().regex(/^-?\d+$/)).max(1000),
)
const one = z.string().regex(/^\d*$/)
const schema = z.object({
  modules: ids,
  categories: ids,
  cagesId: ids,
  calc: one,
  other: one,
  start: z.string().max(20),
  end: z.string().max(20),
})
type Choice = z.infer<typeof schema>

type Asked = InputOf<typeof testerCall>

const inputOf = ({ modules, categories, cagesId, start, end }: Choice, calc_id: string) =>
  ({ location_id: modules, age_category_id: categories, id: cagesId, start, end, calc_id }) as unknown as Asked

export function useTester() {
  const today = dayOf(useNow())
  const defaults = useMemo(
    (): Choice => ({
      modules: [ALL],
      categories: [ALL],
      cagesId: [ALL],
      calc: '',
      other: '',
      start: showDay(today),
      end: showDay(addDays(today, USUAL_AHEAD)),
    }),
    [today],
  )
  const [choice, set] = useUrlFilters<Choice>(schema as z.ZodType<Choice>, defaults)
  // a link from a calculation asks for an answer at once
  const [asked, ask] = useState<Choice | null>(() => (choice.calc ? choice : null))
  const shown = asked ?? choice
  const options = { enabled: asked !== null, placeholderData: keepPreviousData }
  const inputs = { own: inputOf(shown, shown.calc), other: inputOf(shown, shown.other) }
  const query = useCall(testerCall, inputs.own, options)
  const second = useCall(testerCall, inputs.other, {
    ...options,
    enabled: asked !== null && asked.other !== '',
  })
  return {
    choice,
    set,
    run: () => {
      ask(choice)
      // the same question again is asked of the farm as it is now
      if (asked && JSON.stringify(asked) === JSON.stringify(choice)) void query.refetch()
    },
    asked,
    /** what is asked of the one calculation, and of that beside it */
    inputs,
    query,
    other: asked?.other ? second.data : undefined,
    otherError: asked?.other ? second.error : null,
  }
}
export type Tester = ReturnType<typeof useTester>
