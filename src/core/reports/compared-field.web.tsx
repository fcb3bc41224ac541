/** «Сравнить: Периодом раньше»: the choice of the earlier period that a report is compared with. */
import { type Comparison, COMPARISONS } from '../../shared/report/compared'
import { type Filter, type FilterValues, type SetFilters, wordOptions } from '../../web/filters/filter'
import { type TFunction, useTranslation } from '../../web/i18n'
import { SelectField } from '../../web/ui/fields/select-field'

const COMPARED = { key: 'compare', title: 'Сравнить', as: 'text' } as const

/** In words for paper. */
export const comparedFilter = (t: TFunction): Filter => ({ ...COMPARED, options: wordOptions(COMPARISONS, t) })

export const comparisonIn = (values: FilterValues): Comparison | null => {
  const word = values[COMPARED.key]
  return word === 'previous' || word === 'year' ? word : null
}

export function ComparedField({ values, set }: { values: FilterValues; set: SetFilters }) {
  const { t } = useTranslation()
  return (
    <SelectField
      prefix={t(COMPARED.title)}
      size="xs"
      data={wordOptions(COMPARISONS, t)}
      value={comparisonIn(values) ?? ''}
      placeholder={t('Без сравнения')}
      clearable
      onChange={(value) => set({ [COMPARED.key]: value ?? '' })}
    />
  )
}
