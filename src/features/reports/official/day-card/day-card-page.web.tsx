import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod'
import { useCageColor, useCages } from '../../../../core/cages/cage-cache.web'
import { numbersIn } from '../../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../../core/reports/source-link.web'
import type { Column } from '../../../../shared/columns'
import { addDays, parseDay, showDay } from '../../../../shared/dates'
import { hrefOf } from '../../../../shared/pages'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { useUrlFilters } from '../../../../web/router/url-filters'
import { DataTable } from '../../../../web/ui/table/data-table'
import { OFFICIAL } from '../parts/sheet.contract'
import { SheetPage, type SheetChoice, useSheet, useSheetChoice } from '../parts/sheet.web'
import { cageColumns, type CageCard, dayCardCalls, dayColumns } from './day-card.contract'

const SHEET = OFFICIAL.cards

const schema = z.object({ cage: z.coerce.number().int().min(0) })
const NO_CAGE = { cage: 0 }

/** What a number of a cage was added up from, in these days. */
function sourceOf(key: string, cage: number, start: string, end: string): string | null {
  const cagesId = [cage]
  const [, what] = /^(start|end|lost|corrected|came|went|gain)/.exec(key) ?? []
  if (what === 'start') return hrefOf('farm', { cagesId, date: showDay(addDays(parseDay(start)!, -1)) })
  if (what === 'end') return hrefOf('farm', { cagesId, date: end })
  if (what === 'lost') return hrefOf('journal', { path: 'retreat', cagesId, start, end })
  if (what === 'corrected') return hrefOf('journal', { path: 'correction', cagesId, start, end })
  // what several journals hold together
  return what ? hrefOf('consolidatedForPeriod', { cagesId, start, end }) : null
}

/** All cages of a period, or one of them day by day. */
export function DayCardSheet() {
  const choice = useSheetChoice('Месяц')
  const [{ cage }] = useUrlFilters(schema, NO_CAGE)
  return cage ? <Days cage={cage} choice={choice} /> : <Cages choice={choice} />
}

function Cages({ choice }: { choice: SheetChoice }) {
  const { t } = useTranslation()
  const query = useCall(dayCardCalls.cages, choice.asked, { placeholderData: keepPreviousData })
  const answer = query.data
  const { table, above } = useSheet(SHEET, { choice, query })
  const colour = useCageColor()
  const link = (row: CageCard, { key }: Column, look: ReactNode) => {
    const { start, end } = choice
    const own = key === 'cage_number' ? hrefOf('officialCards', { start, end, cage: row.id }) : null
    const source = row[key as keyof CageCard] ? sourceOf(key, row.id, answer!.start, answer!.end) : null
    return <SourceLink to={own ?? source}>{look}</SourceLink>
  }
  return (
    <SheetPage sheet={SHEET} choice={choice} above={above}>
      <DataTable
        {...table}
        name="official-cards"
        title={t('Садки за период')}
        columns={cageColumns}
        rows={answer?.rows}
        footer={numbersIn(answer?.total)}
        wrapCell={link}
        cageColor={({ id }) => colour(id)}
        emptyText={t('За этот период рыбы не было.')}
      />
    </SheetPage>
  )
}

function Days({ cage, choice }: { cage: number; choice: SheetChoice }) {
  const { t } = useTranslation()
  const { start, end } = choice
  const query = useCall(dayCardCalls.days, { start, end, cage_id: cage }, { placeholderData: keepPreviousData })
  const answer = query.data
  const number = useCages().find(({ id }) => id === cage)?.number ?? answer?.cage_number ?? ''
  const title = t('Садок {{number}} по дням', { number })
  const { table, above } = useSheet(SHEET, { choice, query })
  return (
    <SheetPage
      sheet={SHEET}
      choice={choice}
      above={above}
      back={{ text: 'Все садки', to: hrefOf('officialCards', { start, end }) }}
    >
      <DataTable
        {...table}
        name="official-card-days"
        title={title}
        exportTitle={`${t(SHEET.title)}. ${title}`}
        columns={dayColumns}
        rows={answer?.rows}
        footer={numbersIn(answer?.total)}
        wrapCell={(row, { key }, look) => {
          const day = showDay(row.day)
          return (
            <SourceLink to={row[key as keyof typeof row] ? sourceOf(key, cage, day, day) : null}>{look}</SourceLink>
          )
        }}
        emptyText={t('За этот период рыбы не было.')}
      />
    </SheetPage>
  )
}
