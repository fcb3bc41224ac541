import { ALL } from '../../../shared/sheets/filter-words'
import { addDays } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { DayField } from '../../../web/ui/fields/day-field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { MultiSelectField } from '../../../web/ui/fields/multi-select-field'
import { useCalcLists } from '../calcs/calc-options.web'
import type { Choice, Forecast } from './use-forecast.web'
import classes from './forecast.module.css'

const LEVELS = [
  { value: '0.8', label: '80 %' },
  { value: '0.9', label: '90 %' },
  { value: '0.95', label: '95 %' },
  { value: '0.99', label: '99 %' },
]

/** Which fish, until when, how sure the band is to be, and the weight that is sought. */
export function ForecastFilters({ forecast: { choice, set, today, latest, cages } }: { forecast: Forecast }) {
  const { t } = useTranslation()
  const { locations } = useCalcLists()
  const { options, left } = cages
  return (
    <div className={classes.filters}>
      <MultiSelectField
        label={t('Модуль')}
        data={locations}
        value={choice.modules}
        onChange={(ids) => set({ modules: ids, cagesId: left(ids, [ALL]), cage: '' })}
      />
      <MultiSelectField
        label={t('Садки')}
        data={options}
        value={choice.cagesId}
        onChange={(ids) => set({ cagesId: ids, cage: '' })}
      />
      <DayField
        label={t('На дату')}
        value={choice.on}
        min={addDays(today, 1)}
        max={latest}
        onChange={(on) => set({ on }, { replace: true })}
      />
      <SelectField
        label={t('Полоса')}
        data={LEVELS}
        value={choice.level}
        onChange={(level) => set({ level: (level ?? '0.9') as Choice['level'] })}
      />
      <DecimalField
        label={t('До навески')}
        unit={t('кг')}
        decimals={3}
        value={choice.weight}
        onChange={(weight) => set({ weight: String(weight ?? '') }, { replace: true })}
      />
    </div>
  )
}
