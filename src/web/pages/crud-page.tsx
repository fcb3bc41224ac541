import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api'
import { invalidate, useCall } from '../query-client'
import { useWriteGate } from '../session'
import type { RowAction } from '../ui/table/data-table'
import { GateButton } from '../ui/gate-button'
import { SearchedTable } from '../ui/table/searched-table'
import { useRemove } from '../ui/form/use-remove'
import type { CrudLibrary, Related } from './crud-form'
import { CrudWindow, type CrudRow } from './crud-window'

export interface CrudPageProps {
  library: CrudLibrary
  /** rows of the lists that fields refer to */
  related?: Related
  /** fields that are kept but not shown */
  hidden?: readonly string[]
  emptyText?: string
  deleteFailed?: string
  /** after any write: names of these rows stand elsewhere too */
  onChanged?: () => void
}

/** Table, form and deletion of a list, made from its definition. */
export function CrudPage({ library, related = {}, hidden = [], ...props }: CrudPageProps) {
  const { t } = useTranslation()
  const query = useCall(library.list, {} as never)
  const rows = query.data as CrudRow[] | undefined
  const gate = useWriteGate(library.ability ?? 'access library')
  const [form, setForm] = useState<{ opened: boolean; row?: CrudRow }>({ opened: false })
  const edit = (row?: CrudRow) => setForm({ opened: true, row })
  const changed = () => {
    void invalidate(library.list.path)
    props.onChanged?.()
  }
  const rowActions = useRowActions(library, gate, edit, changed, props.deleteFailed)
  const create = (
    <GateButton reason={gate} onClick={() => edit()}>
      {t('Создать')}
    </GateButton>
  )
  return (
    <>
      <SearchedTable<CrudRow>
        name={`lib-${library.model}`}
        title={t(library.title)}
        columns={library.columns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        rowActions={rowActions}
        onRowClick={gate ? undefined : edit}
        actions={create}
        emptyText={t(props.emptyText ?? 'Нет данных для отображения')}
        emptyAction={create}
      />
      <CrudWindow
        library={library}
        related={related}
        hidden={hidden}
        {...form}
        onClose={() => setForm((was) => ({ ...was, opened: false }))}
        onSaved={changed}
      />
    </>
  )
}

type Edit = (row: CrudRow) => void

function useRowActions(library: CrudLibrary, gate: string | null, edit: Edit, changed: () => void, failed?: string) {
  const { t } = useTranslation()
  const remove = useRemove()
  const removeRow = async (row: CrudRow) => {
    const gone = await remove({
      question: t(library.confirmDelete ?? 'Вы уверены, что хотите удалить данный элемент?'),
      remove: () => call(library.remove, { id: row.id } as never),
      failed: failed && t(failed),
    })
    if (gone) changed()
  }
  return (row: CrudRow): RowAction[] => {
    const kept = row.delete_disabled
      ? t(row.delete_disabled_reason ?? 'Вы не имеете прав для совершения данного действия.')
      : null
    const reason = gate ?? kept
    return [
      {
        icon: 'edit',
        title: t('Изменить'),
        onClick: () => edit(row),
        disabled: gate !== null,
        disabledReason: gate ?? undefined,
      },
      {
        icon: 'trash',
        title: t('Удалить'),
        onClick: () => void removeRow(row),
        disabled: reason !== null,
        disabledReason: reason ?? undefined,
        danger: true,
      },
    ]
  }
}
