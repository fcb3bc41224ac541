/** «Себестоимость рыбы»: what a kilogram of living fish costs, why, and what sales leave. */
import type { ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useCages, useLocations } from '../../../core/cages/cage-cache.web'
import { useNamedFilters } from '../../../core/cages/filter-options.web'
import {
  COST_ROWS,
  type CostBy,
  costCalls,
  type CostFigures,
  type CostRow,
} from '../../../core/reports/fish-cost/fish-cost.contract'
import { NextStep } from '../../../core/reports/next-step.web'
import { PeriodPage } from '../../../core/reports/period-page.web'
import report from '../../../core/reports/report.module.css'
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import type { AnswerOf } from '../../../shared/contract'
import { hrefOf } from '../../../shared/pages'
import { listed, noteOf } from '../../../shared/sheets/filter-words'
import { type Filter, inputOf, wordOptions } from '../../../web/filters/filter'
import { showAmount, showCount, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useJournalFilters } from '../../../web/pages/journal-filters'
import { locationIn, placeFilters, withOffered } from '../../../web/pages/place-filters'
import { useCall } from '../../../web/query-client'
import { useCompanySettings } from '../../../web/session'
import { ALL, isAll } from '../../../shared/sheets/filter-words'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { METHOD_WORDS } from '../annual/annual.contract'
import { CostMonths } from './cost-months.web'
import { CostSales } from './cost-sales.web'
import { costColumns, NOT_OPEN, PART_TITLES, type PartKey, SHARE_WORDS, TABS, TITLE } from './fish-cost-table.contract'
import classes from './fish-cost.module.css'

const BY = { key: 'by', input: 'by', title: 'Показать', as: 'one' } as const
const PER_PAGE = 25

/** What is asked for: the last day of the period is the day of the cost. */
export interface Asked {
  start: string
  end: string
  input: { location_id: number | null; cages_id: number[] | null; generation_id: number | null }
  /** for paper */
  note: string
}

function useChoice() {
  const { t } = useTranslation()
  const cages = useCages()
  const offered: readonly Filter[] = [...placeFilters(useLocations(), cages), ...useNamedFilters(['generation'])]
  const byFilter: Filter = { ...BY, as: 'text' }
  const { filters, set } = useJournalFilters('name', [...offered, byFilter], 'Год')
  const { start, end, values } = filters
  const chosen = listed(values.cagesId ?? ALL)
  const generation = inputOf(offered, values).generation_id
  const input = {
    location_id: locationIn(values) === ALL ? null : Number(locationIn(values)),
    cages_id: isAll(chosen) ? null : chosen.map(Number),
    generation_id: generation === undefined || generation === null ? null : Number(generation),
  }
  const by = String(values[BY.key] ?? '')
  return {
    ...{ values, set, start, end },
    fields: withOffered(offered, values, cages),
    by: (by in COST_ROWS ? by : 'cage') as CostBy,
    asked: { start, end, input, note: noteOf(offered, values, t) } satisfies Asked,
  }
}

export function FishCost() {
  const { t } = useTranslation()
  const { values, set, start, end, fields, by, asked } = useChoice()
  const query = useCall(costCalls.now, { date: end, by, ...asked.input }, { placeholderData: keepPreviousData })
  const answer = query.data
  return (
    <PeriodPage
      title={t(TITLE)}
      choice={{ start, end, values, set }}
      filters={fields}
      before={
        <SegmentedControl
          size="xs"
          aria-label={t(BY.title)}
          data={wordOptions(TABS, t)}
          value={by}
          onChange={(value) => set({ [BY.key]: value === 'cage' ? '' : value })}
        />
      }
    >
      {answer && !answer.open ? (
        <NoteBox>{t(NOT_OPEN)}</NoteBox>
      ) : (
        <>
          {answer && <Answer {...answer} />}
          <Rows by={by} asked={asked} answer={answer} query={query} />
          <CostMonths asked={asked} />
          <CostSales asked={asked} />
        </>
      )}
    </PeriodPage>
  )
}

type Now = AnswerOf<typeof costCalls.now>

/** What a kilogram costs and what of, in one line; what is left out of it. */
function Answer({ date, total, limited, nobody }: Now) {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const rub = (money: number) => showNumber(money, 2)
  const warnings = [
    total.unpriced_feed > 0 && t('{{weight}} кг корма', { weight: showAmount(total.unpriced_feed, 0) }),
    total.unpriced_fish > 0 && t('{{weight}} кг зарыбленной рыбы', { weight: showAmount(total.unpriced_fish, 0) }),
  ].filter(Boolean)
  const unplaced = [
    nobody.used > 0 && t('Корм и препараты дали там, где рыбы нет: {{money}} ₽.', { money: rub(nobody.used) }),
    nobody.spent > 0 && t('Затраты месяца, для которых нет рыбы: {{money}} ₽.', { money: rub(nobody.spent) }),
  ].filter(Boolean)
  return (
    <>
      {total.per_kg !== null && (
        <section className={classes.answer} aria-label={t('Себестоимость килограмма')}>
          <p className={classes.price}>
            {t('Килограмм живой рыбы на {{date}} стоит', { date })} <b>{rub(total.per_kg)}&nbsp;₽</b>
          </p>
          <dl className={classes.parts}>
            {(Object.keys(PART_TITLES) as PartKey[]).map((part) => (
              <PartLine key={part} part={part} total={total} />
            ))}
          </dl>
        </section>
      )}
      <p className={report.said}>
        {t(METHOD_WORDS[settings['cost-method']])} {t(SHARE_WORDS[settings['cost-share']])}
      </p>
      {warnings.length > 0 && (
        <NoteBox kind="warn">
          {t('Без цены: {{what}}.', { what: warnings.join(', ') })}{' '}
          {t('Корм оценён по предыдущему приходу, рыба без цены ничего не стоит.')}
        </NoteBox>
      )}
      {(limited || unplaced.length > 0) && (
        <NoteBox>
          {[limited && t('Вам открыты не все модули: рыба других модулей не посчитана.'), ...unplaced]
            .filter(Boolean)
            .join(' ')}
        </NoteBox>
      )}
    </>
  )
}

function PartLine({ part, total }: { part: PartKey; total: CostFigures }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{t(PART_TITLES[part])}</dt>
      <dd>
        {showNumber(total[part] / total.weight, 2)}&nbsp;₽
        <small>{total.cost > 0 && `${showCount(Math.round((total[part] / total.cost) * 100))} %`}</small>
      </dd>
    </div>
  )
}

interface RowsProps {
  by: CostBy
  asked: Asked
  answer: Now | undefined
  query: { isPlaceholderData: boolean; error: unknown; refetch: () => unknown }
}

/** The same page of one cage, module or generation. */
const explained = (by: CostBy, { id }: CostRow, { start, end, input }: Asked) =>
  hrefOf('fishCost', {
    start,
    end,
    ...(input.location_id !== null && { locationId: input.location_id }),
    ...(input.generation_id !== null && { generationId: input.generation_id }),
    ...(by === 'cage' ? { cagesId: [id] } : by === 'module' ? { locationId: id } : { generationId: id, by: 'cage' }),
  })

const OPENED: ReadonlySet<string> = new Set(['name', 'cost', 'per_kg'])

function Rows({ by, asked, answer, query }: RowsProps) {
  const { t } = useTranslation()
  const colours = useCages()
  const link = (row: CostRow, { key }: Column, look: ReactNode) => (
    <SourceLink to={OPENED.has(key) ? explained(by, row, asked) : null}>{look}</SourceLink>
  )
  return (
    <DataTable<CostRow>
      name={`fish-cost-${by}`}
      title={t(COST_ROWS[by])}
      titleLevel={2}
      exportTitle={t(TITLE)}
      exportWhen={asked.end}
      exportNote={asked.note}
      csv
      columns={costColumns(by)}
      rows={answer?.rows}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      footer={numbersIn(answer?.total)}
      startPerPage={PER_PAGE}
      wrapCell={link}
      cageColor={({ id }) => colours.find((cage) => cage.id === id)?.color}
      emptyText={t('На эту дату рыбы нет.')}
      emptyAction={<NextStep />}
    />
  )
}
