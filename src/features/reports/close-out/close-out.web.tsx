import { type ReactNode, useState } from 'react'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../core/reports/next-step.web'
import { PeriodPage } from '../../../core/reports/period-page.web'
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import type { AnswerOf } from '../../../shared/contract'
import { hrefOf } from '../../../shared/pages'
import { noteOf } from '../../../shared/sheets/filter-words'
import { inputOf } from '../../../web/filters/filter'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { useSubjects } from '../growth/subjects.web'
import {
  CLOSED,
  closedColumns,
  type ClosedRow,
  closeOutCall,
  CLOSING,
  CLOSED_ROWS,
  MOST_CLOSED,
  SOURCES,
  TITLE,
} from './close-out.contract'

const PER_PAGE = 25

/** The journal whose rows add up to a number. */
function sourceOf({ subject_id, start, end }: ClosedRow, key: string, by: keyof typeof CLOSED): string | null {
  const path = SOURCES[key.replace(/_(count|weight)$/, '')]
  const of = by === 'cage' ? { cagesId: [subject_id] } : { generationId: subject_id }
  if (path) return hrefOf('journal', { path, ...of, ...(key.startsWith('sale') && { reason: 'sale' }), start, end })
  return key === 'feed' ? hrefOf('journal', { path: 'feeding', ...of, start, end }) : null
}

/** Generations or cages that were emptied: what came, where it went, and what nobody can explain. */
export function CloseOutReport() {
  const { t } = useTranslation()
  const { choice, by, shown, cages } = useSubjects(CLOSING, CLOSED)
  const { start, end, values } = choice
  const asked = { start, end, ...inputOf(shown, values) }
  const { most, more } = useMost(JSON.stringify(asked))
  const query = useCall(closeOutCall, { ...asked, most } as never, {
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const link = (row: ClosedRow, { key }: Column, look: ReactNode) => (
    <SourceLink to={row[key as keyof ClosedRow] ? sourceOf(row, key, by) : null}>{look}</SourceLink>
  )
  return (
    <PeriodPage title={t(TITLE)} choice={choice} filters={shown}>
      <DataTable<ClosedRow>
        name={`close-out-${by}`}
        title={t(CLOSED[by])}
        titleLevel={2}
        exportTitle={t(TITLE)}
        exportWhen={`${start}–${end}`}
        exportNote={noteOf(shown, values, t)}
        csv
        columns={closedColumns(by)}
        rows={answer?.rows}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        footer={numbersIn(answer?.total)}
        startPerPage={PER_PAGE}
        wrapCell={link}
        cageColor={({ subject_id }) => cages.find((cage) => cage.id === subject_id)?.color}
        emptyText={t('За указанный период ничего не закрыто.')}
        emptyAction={<NextStep period={choice} />}
        above={answer && answer.count > answer.rows.length && <More answer={answer} more={more} />}
      />
    </PeriodPage>
  )
}

/** How many rows are shown: another question begins anew. */
function useMost(question: string) {
  const [chosen, choose] = useState({ question, most: CLOSED_ROWS })
  const most = chosen.question === question ? chosen.most : CLOSED_ROWS
  return { most, more: () => choose({ question, most: Math.min(MOST_CLOSED, most + CLOSED_ROWS) }) }
}

function More({ answer, more }: { answer: AnswerOf<typeof closeOutCall>; more: () => void }) {
  const { t } = useTranslation()
  const [shown, count] = [answer.rows.length, answer.count]
  return (
    <NoteBox>
      {t('Показаны последние {{shown}} из {{count}}, итог — по всем.', {
        shown: showCount(shown),
        count: showCount(count),
      })}{' '}
      {shown < MOST_CLOSED ? (
        <Button size="compact-sm" variant="default" onClick={more}>
          {t('Показать ещё {{count}}', { count: Math.min(CLOSED_ROWS, count - shown) })}
        </Button>
      ) : (
        t('Остальные покажет период короче.')
      )}
    </NoteBox>
  )
}
