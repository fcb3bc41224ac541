import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { PeriodPage } from '../../../core/reports/period-page.web'
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { hrefOf } from '../../../shared/pages'
import { noteOf } from '../../../shared/sheets/filter-words'
import { inputOf } from '../../../web/filters/filter'
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
  const query = useCall(closeOutCall, { start, end, ...inputOf(shown, values) } as never, {
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
        above={
          answer?.more && (
            <NoteBox kind="warn">
              {t('Показаны последние {{most}}: остальные покажет период короче.', { most: MOST_CLOSED })}
            </NoteBox>
          )
        }
      />
    </PeriodPage>
  )
}
