import { Fragment, useState, type ReactNode } from 'react'
import { NO_RIGHT, type Ability } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import type { Fact } from '../../shared/facts'
import { call } from '../api'
import { useTranslation } from '../i18n'
import { notifyError } from '../notify'
import { invalidateFacts, useCall } from '../query-client'
import { useCan, useWriteGate } from '../session'
import type { DataTableProps, RowAction } from '../ui/table/data-table'
import { GateButton } from '../ui/gate-button'
import { SearchedTable } from '../ui/table/searched-table'
import { useRemove } from '../ui/form/use-remove'
import { type Archiving, useArchive } from './crud-archive'
import { useDetails } from './crud-details'
import type { CrudRow } from './crud-window'
import type { ListFilters } from './list-filters'
import { historyAction } from './row-history'

/** What a window of the page is given. `form` makes or edits a row, `details` shows one, others are the page's own. */
export interface ShownWindow<R> {
  opened: boolean
  onClose: () => void
  /** as it is now, not as it was when the window was opened; a new one without it */
  row: R | undefined
  onSaved: () => void
  open: (kind: string, row?: R) => void
}

/**
 * An action of a row beside the usual ones, open to whoever may edit, or has the `ability`; `looks`: to everyone, it
 * changes nothing.
 */
type OwnAction = RowAction & { looks?: true; ability?: Ability }

/** Of writing: one for everything, or one each. */
type Writing = Ability | Record<'create' | 'update' | 'remove', Ability>

const abilityFor = (writing: Writing, what: 'create' | 'update' | 'remove'): Ability =>
  typeof writing === 'string' ? writing : writing[what]

export interface CrudPageProps<R extends CrudRow> {
  list: Endpoint
  /** what the list is asked for; everything unless said */
  input?: object
  remove: Endpoint
  /** of a list with an archive */
  archiving?: Archiving
  /** whoever may not write sees no button */
  ability: Writing
  /** what a write changes, here and on other pages */
  changes: readonly Fact[]
  /** name, title and columns; what else the table takes */
  table: Pick<DataTableProps<R>, 'name' | 'title' | 'columns'> & Partial<DataTableProps<R>>
  windows: Record<string, (shown: ShownWindow<R>) => ReactNode>
  /**
   * under the first name the address holds the row whose `details` are open, whose window is `addressed`; under the
   * others what these keep there
   */
  detailsKeys?: readonly string[]
  filters?: ListFilters<string>
  /** the rows that the filters leave, as the columns show them */
  shown?: (rows: R[]) => R[]
  /** of a row that is not in the archive, beside the usual ones, for whoever may write */
  rowActions?: (row: R, open: ShownWindow<R>['open']) => OwnAction[]
  /** what the audit log calls a row: its history is offered */
  entity?: string
  /** translated, as all texts here */
  confirmDelete?: string
  deleteFailed?: string
}

const NO_KEYS: readonly string[] = []

/** A list that people maintain: table, filters, windows, archive, deletion. */
export function CrudPage<R extends CrudRow>(props: CrudPageProps<R>) {
  const { t } = useTranslation()
  const { filters, windows, table, ability, changes, shown = (all) => all } = props
  const query = useCall(props.list, (props.input ?? {}) as never)
  // a list comes as rows or as id → row
  const rows = query.data === undefined ? undefined : (Object.values(query.data as object) as R[])
  const [creates, updates] = [abilityFor(ability, 'create'), abilityFor(ability, 'update')]
  const gate = useWriteGate(creates)
  const editGate = useWriteGate(updates)
  const can = useCan()
  const mayWrite = can(updates) || can(abilityFor(ability, 'remove'))
  const [window, setWindow] = useState<{ kind: string; opened: boolean; row?: R }>({ kind: 'form', opened: false })
  const addressed = useDetails(props.detailsKeys ?? NO_KEYS, rows)
  const open = (kind: string, row?: R) => {
    if (kind === 'details' && props.detailsKeys && row) addressed.open(row)
    else setWindow({ kind, opened: true, row })
  }
  const shownAs = (kind: string) =>
    kind === 'details' && props.detailsKeys
      ? { opened: addressed.opened, row: addressed.row, onClose: addressed.close }
      : {
          opened: window.opened && window.kind === kind,
          row: window.row && (rows?.find(({ id }) => id === window.row!.id) ?? window.row),
          onClose: () => setWindow((was) => ({ ...was, opened: false })),
        }
  const changed = () => void invalidateFacts(changes)
  const archive = useArchive(props.archiving, rows, changed)
  const rowActions = useRowActions(props, archive.actionOf, open, changed)
  const { details } = windows
  const create = can(creates) && !archive.open && (
    <GateButton reason={gate} onClick={() => open('form')}>
      {t('Создать')}
    </GateButton>
  )
  const actions = (create || archive.button) && (
    <>
      {archive.button}
      {create}
    </>
  )
  const edit = editGate
    ? undefined
    : (row: R) => (row.edit_disabled ? notifyError(t(row.edit_disabled_reason ?? NO_RIGHT)) : open('form', row))
  return (
    <>
      <SearchedTable<R>
        rows={archive.rows && shown(archive.rows)}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        rowActions={mayWrite || details || props.rowActions || props.entity ? rowActions : undefined}
        onRowClick={details ? (row) => open('details', row) : edit}
        selectedId={details && shownAs('details').opened ? shownAs('details').row?.id : undefined}
        actions={actions}
        emptyText={t('Нет данных для отображения')}
        emptyAction={filters?.active ? undefined : actions}
        exportNote={filters?.note}
        toolbar={filters?.bar}
        {...table}
        title={archive.open ? t('{{title}}: архив', { title: table.title }) : table.title}
      />
      {Object.entries(windows).map(([kind, render]) => (
        <Fragment key={kind}>{render({ ...shownAs(kind), onSaved: changed, open })}</Fragment>
      ))}
    </>
  )
}

/** «Подробнее» is for everyone, the others for those who may write; a deletion that the server forbids says why. */
function useRowActions<R extends CrudRow>(
  props: CrudPageProps<R>,
  archiveAction: (row: R) => RowAction[],
  open: (kind: string, row: R) => void,
  changed: () => void,
) {
  const { t } = useTranslation()
  const remove = useRemove()
  const can = useCan()
  const [updates, removes] = [abilityFor(props.ability, 'update'), abilityFor(props.ability, 'remove')]
  // of the subscription: whoever has not the right sees no button
  const gate = useWriteGate()
  // what an action itself says against it stays
  const gated = gate === null ? {} : { disabled: true, disabledReason: gate }
  const unless = (reason: string | null) => (reason === null ? {} : { disabled: true, disabledReason: reason })
  const removeRow = async (row: R) => {
    const gone = await remove({
      question: props.confirmDelete ?? t('Вы уверены, что хотите удалить данный элемент?'),
      remove: () => call(props.remove, { id: row.id } as never),
      failed: props.deleteFailed,
    })
    if (gone) changed()
  }
  return (row: R): RowAction[] => {
    const details: RowAction = { icon: 'list', title: t('Подробнее'), onClick: () => open('details', row) }
    const { entity } = props
    const common = props.windows.details ? [details] : []
    const history = entity ? [historyAction({ entity, id: Number(row.id) }, t)] : []
    const offered = (!row.archived && props.rowActions?.(row, open as ShownWindow<R>['open'])) || []
    const own = offered.flatMap(({ looks, ability = updates, ...action }) =>
      looks ? [action] : can(ability) ? [{ ...action, ...gated }] : [],
    )
    const locked = row.edit_disabled ? t(row.edit_disabled_reason ?? NO_RIGHT) : null
    const kept = row.delete_disabled ? t(row.delete_disabled_reason ?? NO_RIGHT) : null
    const edit: RowAction = {
      icon: 'edit',
      title: t('Изменить'),
      onClick: () => open('form', row),
      ...unless(gate ?? locked),
    }
    const deletion: RowAction = {
      icon: 'trash',
      title: t('Удалить'),
      onClick: () => void removeRow(row),
      ...unless(gate ?? kept),
      danger: true,
    }
    const archiving = can(removes) ? archiveAction(row).map((action) => ({ ...action, ...unless(gate ?? locked) })) : []
    return [
      ...common,
      ...own,
      ...history,
      ...(can(updates) ? [edit] : []),
      ...archiving,
      ...(can(removes) ? [deletion] : []),
    ]
  }
}
