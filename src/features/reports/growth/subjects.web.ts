/** Whose numbers a report tells, cages' or generations', and of which of them: all of it in the address. */
import { useCages, useLocations } from '../../../core/cages/cage-cache.web'
import { useNamedFilters } from '../../../core/cages/filter-options.web'
import type { SourceFilter } from '../../../core/reports/sheets/filter-names.contract'
import { type Filter, wordOptions } from '../../../web/filters/filter'
import { useTranslation } from '../../../web/i18n'
import { useJournalFilters } from '../../../web/pages/journal-filters'
import { placeFilters, withOffered } from '../../../web/pages/place-filters'

type Subject = 'cage' | 'generation'

/** The page's own choices, `by` among them; `subjects` in their order, the first is the usual one. */
export function useSubjects(choices: readonly SourceFilter[], subjects: Record<Subject, string>) {
  const { t } = useTranslation()
  const cages = useCages()
  const [generations] = useNamedFilters(['generations'])
  const own = choices.map(({ words, ...choice }): Filter => ({ ...choice, options: wordOptions(words ?? {}, t) }))
  const places = placeFilters(useLocations(), cages)
  const ofFish = { ...generations!, options: generations!.options?.filter(({ value }) => value !== '0') }
  const { filters, set } = useJournalFilters('name', [...own, ...places, ofFish], 'Год')
  const { start, end, values } = filters
  const [first, other] = Object.keys(subjects) as [Subject, Subject]
  const by = values.by === other ? other : first
  const shown = [...own, ...(by === 'cage' ? withOffered(places, values, cages) : [ofFish])]
  return { choice: { start, end, values, set }, by, shown, cages }
}
