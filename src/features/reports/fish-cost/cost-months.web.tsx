/** What the cost is made of: its curve, each month as an equation, and the goods in it. */
import { useMemo, useRef, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { GoodLink } from '../../../core/documents/reading/good-link.web'
import { costCalls } from '../../../core/reports/fish-cost/fish-cost.contract'
import { NextStep } from '../../../core/reports/next-step.web'
import report from '../../../core/reports/report.module.css'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import { DataTable } from '../../../web/ui/table/data-table'
import type { Asked } from './fish-cost.web'
import {
  GOODS_TITLE,
  goodColumns,
  JOURNALS,
  monthColumns,
  monthLines,
  MONTHS_TITLE,
  SPENT,
  TITLE,
} from './fish-cost-table.contract'

const PER_PAGE = 100

type Line = ReturnType<typeof monthLines>[number]

/** Where the rows stand that a figure of a month was added up from. */
function sourceOf(key: string, { start, end }: Line, { input }: Asked): string | null {
  const path = JOURNALS[key]
  if (path)
    return hrefOf('journal', {
      path,
      start,
      end,
      ...(input.cages_id && { cagesId: input.cages_id }),
      ...(input.location_id !== null && { locationId: input.location_id }),
    })
  return SPENT.has(key) ? hrefOf('spending', { start, end }) : null
}

export function CostMonths({ asked }: { asked: Asked }) {
  const { t } = useTranslation()
  const { start, end, input } = asked
  const query = useCall(costCalls.months, { start, date: end, ...input }, { placeholderData: keepPreviousData })
  const answer = query.data
  const figure = useRef<HTMLDivElement>(null)
  const lines = answer && monthLines(answer.months)
  const link = (line: Line, { key }: Column, look: ReactNode) => (
    <SourceLink to={line[key as keyof Line] ? sourceOf(key, line, asked) : null}>{look}</SourceLink>
  )
  const table = {
    exportWhen: `${start}–${end}`,
    exportNote: asked.note,
    csv: true,
    titleLevel: 2 as const,
    loading: query.isPlaceholderData,
    error: answer ? undefined : query.error,
    onRetry: () => void query.refetch(),
    startPerPage: PER_PAGE,
  }
  return (
    <>
      <DataTable<Line>
        {...table}
        name="fish-cost-months"
        title={t(MONTHS_TITLE)}
        exportTitle={`${t(TITLE)}. ${t(MONTHS_TITLE)}`}
        exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
        columns={monthColumns}
        rows={lines}
        footer={answer?.total}
        wrapCell={link}
        emptyText={t('Рыбы в этом периоде нет.')}
        emptyAction={<NextStep period={{ start, end }} />}
        above={
          lines &&
          lines.length > 0 && (
            <div ref={figure} className={report.figure}>
              <Curve months={lines} title={`${t(TITLE)}. ${start}–${end}`} />
            </div>
          )
        }
      />
      {answer && answer.goods.length > 0 && (
        <DataTable
          {...table}
          name="fish-cost-goods"
          title={t(GOODS_TITLE)}
          exportTitle={`${t(TITLE)}. ${t(GOODS_TITLE)}`}
          columns={goodColumns}
          rows={answer.goods}
          footer={{ money: answer.total.feed + answer.total.medicine }}
          renderCell={({ id, name }, { key }) =>
            key === 'name' ? <GoodLink id={id} kind="good" name={name} /> : undefined
          }
          emptyText={t('Нет данных для отображения')}
        />
      )}
    </>
  )
}

const HEIGHT = 240

/** Roubles for a kilogram at the end of each month. */
function Curve({ months, title }: { months: readonly Line[]; title: string }) {
  const { t } = useTranslation()
  const series = useMemo((): Series[] => {
    const points = months.flatMap(({ end, per_kg }) =>
      per_kg === null ? [] : [{ at: `${parseDay(end)!}T23:59`, value: per_kg }],
    )
    const show = (value: number) => showNumber(value, 2)
    return [{ key: 'per_kg', name: t('За килограмм'), unit: '₽', shade: 0, daily: true, show, points }]
  }, [months, t])
  const axis = useMemo(
    () => ({ from: `${parseDay(months[0]!.start)!}T00:00`, to: `${parseDay(months.at(-1)!.end)!}T23:59` }),
    [months],
  )
  return <Chart title={title} series={series} axis={axis} height={HEIGHT} />
}
