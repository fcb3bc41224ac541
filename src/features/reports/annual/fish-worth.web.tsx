import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../core/reports/next-step.web'
import report from '../../../core/reports/report.module.css'
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { Link } from '../../../web/router/router'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import {
  fishWorthCall,
  WORTH_BY,
  WORTH_TITLE,
  type WorthBy,
  type WorthFigures,
  type WorthRow,
  worthColumns,
} from './fish-worth.contract'
import { Signatures } from './signatures.web'
import classes from './annual.module.css'

/** The year of living fish in kilograms and roubles. It comes after the rest: all its months are folded for it. */
export function FishWorth({ year, closing }: { year: number; closing: string }) {
  const { t } = useTranslation()
  const [by, group] = useState<WorthBy>('category')
  const query = useCall(fishWorthCall, { year, by }, { placeholderData: keepPreviousData })
  const answer = query.data
  if (answer && !answer.open)
    return <NoteBox>{t('Рубли рыбы видит тот, кому открыты отчёты, затраты и остатки всех складов.')}</NoteBox>
  return (
    <DataTable<WorthRow>
      name="annual-fish"
      title={t(WORTH_TITLE)}
      titleLevel={2}
      exportTitle={`${t('Годовой отчёт')}. ${t(WORTH_TITLE)}`}
      csv
      exportWhen={String(year)}
      exportNote={[t(WORTH_BY[by]), closing].filter(Boolean).join('. ')}
      exportBelow={<Signatures />}
      columns={worthColumns}
      rows={answer?.rows}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startPerPage={25}
      emptyText={t('Нет данных для отображения')}
      emptyAction={<NextStep journal="stocking" />}
      toolbar={
        <SegmentedControl
          size="xs"
          className={classes.choice}
          aria-label={t('Строки')}
          data={Object.entries(WORTH_BY).map(([value, label]) => ({ value, label: t(label) }))}
          value={by}
          onChange={(chosen) => group(chosen as WorthBy)}
        />
      }
      above={answer && answer.rows.length > 0 && <Words total={answer.total} year={year} />}
    />
  )
}

/** The year as two equations, and where the roubles come from. */
function Words({ total, year }: { total: WorthFigures; year: number }) {
  const { t } = useTranslation()
  return (
    <div className={classes.words}>
      <p>
        {t(
          'Рубли: на начало + зарыблено + корм + препараты + затраты + пересажено − продано − поднято иначе − чрезвычайный отход − ушло с последней рыбой = на конец. Обычный отход рублей не уносит.',
        )}{' '}
        <Link className={report.cell} to={hrefOf('fishCost', { start: `01.01.${year}`, end: `31.12.${year}` })}>
          {t('Из чего сложилась себестоимость')}
        </Link>
      </p>
      {(total.unpriced_feed > 0 || total.unpriced_fish > 0) && (
        <p>{t('Внутри того, что на конец, есть корм или рыба без цены: их килограммы стоят отдельно.')}</p>
      )}
    </div>
  )
}
