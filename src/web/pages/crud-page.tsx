import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { Endpoint } from '../../shared/contract'
import { call } from '../api'
import { notifySuccess } from '../notify'
import { invalidate, useCall } from '../query-client'
import { useWriteGate } from '../session'
import { DataTable, type RowAction } from '../ui/data-table'
import type { Option } from '../ui/fields/select-field'
import { FormModal } from '../ui/form-modal'
import { GateButton } from '../ui/gate-button'
import type { Row } from '../ui/table/cells'
import { useRemove } from '../ui/use-remove'
import { CrudFormFields, formValues, type CrudField } from './crud-form'

/** A list that people maintain, as data. Texts are Russian, the i18n keys. */
export interface CrudLibrary {
  model: string
  title: string
  /** accusative: «Создать модуль» */
  one: string
  columns: readonly Column[]
  form: readonly CrudField[]
  ability?: Ability
  confirmDelete?: string
  list: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
}

export interface CrudPageProps {
  library: CrudLibrary
  /** rows of the lists that fields refer to */
  related?: Record<string, Option[]>
  /** fields that are kept but not shown */
  hidden?: readonly string[]
  emptyText?: string
  deleteFailed?: string
  /** after any write: names of these rows stand elsewhere too */
  onChanged?: () => void
}

interface CrudRow extends Row {
  delete_disabled?: boolean
  delete_disabled_reason?: string | null
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
    invalidate(library.list.path)
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
      <DataTable<CrudRow>
        name={`lib-${library.model}`}
        title={t(library.title)}
        columns={library.columns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort={library.columns[0]?.key}
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

interface CrudWindowProps extends Required<Pick<CrudPageProps, 'library' | 'related' | 'hidden'>> {
  opened: boolean
  /** the row to change; a new one without it */
  row?: CrudRow
  onClose: () => void
  onSaved: () => void
}

function CrudWindow({ library, related, hidden, opened, row, onClose, onSaved }: CrudWindowProps) {
  const { t } = useTranslation()
  const what = t(library.one)
  const save = async (values: object, { idempotencyKey }: { idempotencyKey: string }) => {
    // the form itself shows what went wrong
    const options = { idempotencyKey, quiet: true }
    await (row
      ? call(library.update, { ...values, id: row.id } as never, options)
      : call(library.create, values as never, options))
    notifySuccess(row ? t('Изменено!') : t('Сохранено!'))
    onSaved()
  }
  return (
    <FormModal
      title={row ? t('Изменить {{what}}', { what }) : t('Создать {{what}}', { what })}
      icon={row ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={library.create.input}
      initial={formValues(library.form, row)}
      onSubmit={save}
    >
      {(form) => (
        <CrudFormFields
          fields={library.form.filter(({ key }) => !hidden.includes(key))}
          form={form}
          related={related}
        />
      )}
    </FormModal>
  )
}
