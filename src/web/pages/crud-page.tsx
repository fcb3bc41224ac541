import { Fragment, useState, type ReactNode } from 'react'
import { type Ability, NO_RIGHT } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import type { CacheTag } from '../../shared/cache-tags'
import { call } from '../api'
import { useTranslation } from '../i18n'
import { notifyError } from '../notify'
import { invalidateTags, useCall } from '../query-client'
import { useCan, useWriteGate } from '../session'
import type { DataTableProps, RowAction } from '../ui/table/data-table'
import { GateButton } from '../ui/gate-button'
import { SearchedTable } from '../ui/table/searched-table'
import { useRemove } from '../ui/form/use-remove'
import { type Archiving, useArchive } from './crud-archive'
import { ImportButton, type Importing } from './crud-import'
import { useDetails } from './crud-details'
import type { CrudRow } from './crud-window'
import type { Filters } from '../filters/use-filters'
import { historyAction } from './row-history'
import { useWantedForm } from './wanted-form'

/** Props of a window of the page. `form` creates or edits a row, `details` shows one; pages may have others. */
export interface ShownWindow<R> {
  opened: boolean
  onClose: () => void
  /** the current row, not the one from when the window was opened; undefined for a new one */
  row: R | undefined
  onSaved: () => void
  open: (kind: string, row?: R) => void
}

/** Abilities to create, change and delete rows, where they differ. */
export interface Rights {
  create: Ability
  update: Ability
  remove: Ability
  /** that to delete, unless told */
  archive?: Ability
}

/**
 * An additional row action, for users who may edit, or who have its `ability`; with `looks` for everyone, since it
 * changes nothing.
 */
type OwnAction = RowAction & { looks?: true; ability?: Ability }

export interface CrudPageProps<R extends CrudRow> {
  list: Endpoint
  /** input of the list's call; everything by default */
  input?: object
  remove: Endpoint
  /** of a list with an archive */
  archiving?: Archiving
  /** translated; heading of its archive */
  archiveTitle?: string
  /** for a list that can be imported from a spreadsheet */
  importing?: Importing
  /** required for writing; without it the buttons are hidden */
  ability: Ability | Rights
  /** tags of cached answers that a write changes */
  changes: readonly CacheTag[]
  /** name, title, columns and other props of the table */
  table: Pick<DataTableProps<R>, 'name' | 'title' | 'columns'> & Partial<DataTableProps<R>>
  windows: Record<string, (shown: ShownWindow<R>) => ReactNode>
  /**
   * parameters of the address: the first holds the row whose `details` are open (the window `addressed`), the others
   * belong to these details
   */
  detailsKeys?: readonly string[]
  filters?: Filters<string>
  /** applies the filters to rows, as the columns show them */
  shown?: (rows: R[]) => R[]
  /** additional actions of a row that is not archived, for users who may write */
  rowActions?: (row: R, open: ShownWindow<R>['open']) => OwnAction[]
  /** translated; a frequent action, placed before «Создать» */
  primary?: { title: string; run: () => void }
  /** name of a row in the audit log; with it «История» is offered */
  entity?: string
  /** translated, as all texts here */
  confirmDelete?: string
  deleted?: string
  deleteFailed?: string
}

const NO_KEYS: readonly string[] = []

/** A list that people maintain: table, filters, windows, archive and deletion. */
export function CrudPage<R extends CrudRow>(props: CrudPageProps<R>) {
  const { t } = useTranslation()
  const { filters, windows, table, changes, shown = (all) => all } = props
  const query = useCall(props.list, (props.input ?? {}) as never)
  // an answer holds rows, or an object id → row
  const rows = query.data === undefined ? undefined : (Object.values(query.data as object) as R[])
  const may = useRights(props.ability)
  const gate = useWriteGate()
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
  const changed = () => void invalidateTags(changes)
  useWantedForm(() => may.create && !gate && open('form'))
  const archive = useArchive(props.archiving, rows, changed)
  const rowActions = useRowActions(props, archive.actionOf, open, changed)
  const { details } = windows
  const create = may.create && !archive.open && (
    <>
      <GateButton reason={gate} variant={props.primary && 'default'} onClick={() => open('form')}>
        {t('Создать')}
      </GateButton>
      {props.primary && (
        <GateButton reason={gate} onClick={props.primary.run}>
          {props.primary.title}
        </GateButton>
      )}
    </>
  )
  const load = props.importing && may.create && may.update && !archive.open && !gate && (
    <ImportButton importing={props.importing} title={table.title ?? ''} onLoaded={changed} />
  )
  const actions = (create || archive.button || load) && (
    <>
      {archive.button}
      {load}
      {create}
    </>
  )
  const edit = (row: R) =>
    row.edit_disabled ? notifyError(row.edit_disabled_reason ?? t(NO_RIGHT)) : open('form', row)
  return (
    <>
      <SearchedTable<R>
        rows={archive.rows && shown(archive.rows)}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        rowActions={
          may.update || may.remove || may.archive || details || props.rowActions || props.entity
            ? rowActions
            : undefined
        }
        onRowClick={details ? (row) => open('details', row) : may.update && !gate ? edit : undefined}
        selectedId={details && shownAs('details').opened ? shownAs('details').row?.id : undefined}
        actions={actions}
        emptyText={t('Нет данных для отображения')}
        emptyAction={filters?.active ? undefined : actions}
        exportNote={filters?.note}
        toolbar={filters?.bar}
        {...table}
        title={archive.open ? (props.archiveTitle ?? t('{{title}}: архив', { title: table.title })) : table.title}
      />
      {Object.entries(windows).map(([kind, render]) => (
        <Fragment key={kind}>{render({ ...shownAs(kind), onSaved: changed, open })}</Fragment>
      ))}
    </>
  )
}

/** What this user may do with rows. */
function useRights(ability: Ability | Rights) {
  const can = useCan()
  const { create, update, remove, archive }: Rights =
    typeof ability === 'string' ? { create: ability, update: ability, remove: ability } : ability
  return { create: can(create), update: can(update), remove: can(remove), archive: can(archive ?? remove) }
}

/** «Подробнее» is for everyone, other actions for users who may; what the server forbids for a row shows why. */
function useRowActions<R extends CrudRow>(
  props: CrudPageProps<R>,
  archiveAction: (row: R) => RowAction[],
  open: (kind: string, row: R) => void,
  changed: () => void,
) {
  const { t } = useTranslation()
  const remove = useRemove()
  const gate = useWriteGate()
  const can = useCan()
  const may = useRights(props.ability)
  const unless = (reason: string | null) => (reason === null ? {} : { disabled: true, disabledReason: reason })
  // a reason given by the action itself takes precedence
  const gated = unless(gate)
  const kept = (disabled: boolean | undefined, reason: string | null | undefined) =>
    gate ?? (disabled ? (reason ?? t(NO_RIGHT)) : null)
  const removeRow = async (row: R) => {
    const gone = await remove({
      question: props.confirmDelete ?? t('Вы уверены, что хотите удалить данный элемент?'),
      remove: () => call(props.remove, { id: row.id } as never),
      done: props.deleted,
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
    const own = offered.flatMap(({ looks, ability, ...action }) =>
      looks ? [action] : (ability ? can(ability) : may.update) ? [{ ...action, ...gated }] : [],
    )
    const edit: RowAction = {
      icon: 'edit',
      title: t('Изменить'),
      onClick: () => open('form', row),
      ...unless(kept(row.edit_disabled, row.edit_disabled_reason)),
    }
    const trash: RowAction = {
      icon: 'trash',
      title: t('Удалить'),
      onClick: () => void removeRow(row),
      ...unless(kept(row.delete_disabled, row.delete_disabled_reason)),
      danger: true,
    }
    return [
      ...common,
      ...own,
      ...history,
      ...(may.update ? [edit] : []),
      ...(may.archive ? archiveAction(row).map((action) => ({ ...action, ...gated })) : []),
      ...(may.remove ? [trash] : []),
    ]
  }
}
