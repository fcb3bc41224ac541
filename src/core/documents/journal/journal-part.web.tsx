import { useState } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { noteOf } from '../../../shared/sheets/filter-words'
import { emptyValues, type FilterValues, inputOf } from '../../../web/filters/filter'
import { FilterFields } from '../../../web/filters/filter-fields'
import { useTranslation } from '../../../web/i18n'
import { readAll } from '../../../web/pages/journal-page'
import { useCall } from '../../../web/query-client'
import { DataTable } from '../../../web/ui/table/data-table'
import type { OperationRow } from '../fields/form-model.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import { openDocument } from '../open/open-document.web'
import { useDocumentFilters } from './document-filters.web'
import { useLines } from './journal.web'
import { useRowActions } from './row-actions.web'

interface Answer {
  rows: OperationRow[]
  total: number
  footer: Record<string, number>
}

interface JournalPartProps {
  kind: KindName
  /** of the page, DD.MM.YYYY */
  start: string
  end: string
}

/** A journal under another table, over the period of their page; its filters, order and pages are its own. */
export function JournalPart({ kind, start, end }: JournalPartProps) {
  const { t } = useTranslation()
  const { path, journal, columns, list } = contractOf(kind)
  const filters = useDocumentFilters(kind)
  const [chosen, choose] = useState<FilterValues>({})
  const [{ page, perPage, sort }, turn] = useState({ page: 1, perPage: 10, sort: `-${columns[0]!.key}` })
  const values = { ...emptyValues(filters), ...chosen }
  const input = { start, end, ...inputOf(filters, values), page, per_page: perPage, sort }
  const query = useCall(list, input as never, { placeholderData: keepPreviousData })
  const answer = query.data as Answer | undefined
  const { told, ...lined } = useLines(kind)
  return (
    <DataTable<OperationRow>
      name={`${path}-journal`}
      title={t(journal)}
      titleLevel={2}
      columns={columns}
      rows={answer?.rows.map(told)}
      total={answer?.total}
      footer={answer?.footer}
      loading={query.isFetching && query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      sort={sort}
      onSort={(next) => turn({ page: 1, perPage, sort: next })}
      page={page}
      perPage={perPage}
      onPage={(to, size) => turn({ page: to, perPage: size, sort })}
      fetchAll={async () => (await readAll<OperationRow>(list, input)).map(told)}
      exportWhen={`${start}–${end}`}
      exportNote={noteOf(filters, values, t)}
      rowActions={useRowActions(kind)}
      onRowClick={({ id }) => openDocument(id)}
      {...lined}
      emptyText={t(kindForms[kind].emptyText ?? 'Операций за указанный период не обнаружено.')}
      toolbar={
        <FilterFields
          filters={filters}
          values={values}
          set={(patch) => {
            choose({ ...chosen, ...patch })
            turn({ page: 1, perPage, sort })
          }}
        />
      }
    />
  )
}
