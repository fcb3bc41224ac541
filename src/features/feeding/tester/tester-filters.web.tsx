import { calcCalls } from '../../../core/feeding/calcs.contract'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { MultiSelectField } from '../../../web/ui/fields/multi-select-field'
import { SelectField } from '../../../web/ui/fields/select-field'
import { GateButton } from '../../../web/ui/gate-button'
import { useCageOptions, useCalcLists } from '../calcs/calc-options.web'
import { PeriodAhead } from './period-ahead.web'
import type { Tester } from './use-tester.web'
import classes from './tester.module.css'

/** Cages, days, and which calculations: as assigned unless one is chosen, beside another if one is chosen. */
export function TesterFilters({ tester: { choice, set, run } }: { tester: Tester }) {
  const { t } = useTranslation()
  const { locations, categories } = useCalcLists()
  const { modules, categories: kinds, cagesId, calc, other } = choice
  const { options, left } = useCageOptions(modules, kinds, cagesId)
  const calcs = (useCall(calcCalls.list, {}).data ?? []).map(({ id, name, archived }) => ({
    value: id,
    label: name,
    hint: archived ? t('в архиве') : undefined,
  }))
  return (
    <div className={classes.filters}>
      <MultiSelectField
        prefix={t('Модуль')}
        size="xs"
        data={locations}
        value={modules}
        onChange={(ids) => set({ modules: ids, cagesId: left(ids, kinds) })}
      />
      <MultiSelectField
        prefix={t('Категория')}
        size="xs"
        data={categories}
        value={kinds}
        onChange={(ids) => set({ categories: ids, cagesId: left(modules, ids) })}
      />
      <MultiSelectField
        prefix={t('Садки')}
        size="xs"
        data={options}
        value={cagesId}
        onChange={(ids) => set({ cagesId: ids })}
      />
      <SelectField
        prefix={t('Расчёт')}
        size="xs"
        data={calcs}
        value={calc}
        placeholder={t('как назначено')}
        clearable
        onChange={(id) => set({ calc: id ?? '' })}
      />
      <SelectField
        prefix={t('Сравнить с')}
        size="xs"
        data={calcs.filter(({ value }) => String(value) !== calc)}
        value={other}
        placeholder={t('не сравнивать')}
        clearable
        onChange={(id) => set({ other: id ?? '' })}
      />
      <PeriodAhead start={choice.start} end={choice.end} onChange={(period) => set(period, { replace: true })} />
      <GateButton icon="wand" reason={null} onClick={run}>
        {t('Рассчитать')}
      </GateButton>
    </div>
  )
}
