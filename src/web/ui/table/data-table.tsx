import { useState, type ReactNode } from 'react'
import { evenDecimals, valueOf, type AverageUnit, type Column } from '../../../shared/columns'
import { showDay, showInstant } from '../../../shared/dates'
import { type Row, visibleColumns } from '../../../shared/sheets/rows'
import { exportTitle, type Sheet } from '../../../shared/sheets/sheet'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { notifyError } from '../../notify'
import { useNow, useUser, useUserSettings } from '../../session'
import { EmptyState } from '../empty-state'
import { ErrorState } from '../error-state'
import { RowSkeletons } from '../skeletons'
import { Cards } from './cards'
import { Cell } from './cell'
import { Grid } from './grid'
import { KeyHints } from './key-hints'
import { Pager } from './pager'
import { PrintSheet } from './print-sheet'
import { Tools, type Tool } from './tools'
import { usePrinter } from './printer'
import { useNotedChoice, useViewColumns, useViewSort } from './view/choices'
import { useRows, type KeptSort, type RowAction, type ServerSide, type TableView } from './view/view'
import { usePhone } from '../use-phone'
import { lazyPart } from '../../lazy'
import classes from './data-table.module.css'

export type { RowAction } from './view/view'

const ColumnChooser = lazyPart(() => import('./column-chooser').then((module) => module.ColumnChooser))

export interface ColumnChoice {
  /** keys in order; empty for the default columns */
  keys: readonly string[]
  /** null restores the default columns */
  choose: (keys: string[] | null) => void
}

export interface DataTableProps<R extends Row> extends ServerSide {
  /** the chosen columns are stored for the user under this name */
  name: string
  /** another place to store them */
  columnChoice?: ColumnChoice
  columns: readonly Column[]
  /** undefined before the first load */
  rows: readonly R[] | undefined
  /** rows are loading; those at hand stay visible, paler */
  loading?: boolean
  error?: unknown
  onRetry?: () => void
  /** sort of a table that sorts by itself */
  startSort?: string
  /** where such a table stores its sort, such as the address; by default nowhere */
  keptSort?: KeptSort
  /** page length of a table that pages by itself */
  startPerPage?: number
  rowActions?: (row: R) => RowAction[]
  onRowClick?: (row: R) => void
  /** custom content of a cell; undefined for the default */
  renderCell?: (row: R, column: Column) => ReactNode
  /** wraps the content of a cell: a link, a button */
  wrapCell?: (row: R, column: Column, look: ReactNode) => ReactNode
  /** colour 1…12 of the cage in a 'cage' column; `row.color` by default */
  cageColor?: (row: R, column: Column) => number | null | undefined
  selectedId?: number | string
  /** what an unfolded row shows below itself, on a desktop */
  unfold?: (row: R) => ReactNode
  averageUnit?: AverageUnit
  emptyText: ReactNode
  emptyAction?: ReactNode
  /** translated; heading above the table */
  title?: string
  titleLevel?: 1 | 2
  /** filters, above the rows */
  toolbar?: ReactNode
  /** totals of the whole result, between filters and rows */
  above?: ReactNode
  /** summary of the filters: on a phone they fold under it */
  toolbarNote?: string
  /** further buttons beside the title: «Создать» */
  actions?: ReactNode
  /** title of the Excel file and of the printed sheet; `title` by default */
  exportTitle?: string
  /**
   * the instant or period of the rows as people write it: ends the exported title, and replaces today in the file name
   */
  exportWhen?: string
  /** the filters in words, under the exported title */
  exportNote?: string
  /** all rows of the current filter, for Excel and print of a table with server pages */
  fetchAll?: () => Promise<readonly R[]>
  /** printed above the rows: the chart of these figures */
  exportFigure?: () => ReactNode
  /** after the rows have left as a file or on paper */
  onExported?: () => void
  /** «CSV» beside «Excel»: for tables that other programs read */
  csv?: boolean
  /** Ctrl+P is of the page, which has more to print: this table is printed by its button alone */
  pagePrints?: boolean
  /** printed below the rows: what is signed */
  exportBelow?: ReactNode
}

/** The common table: columns as data, the rest automatic. With `onPage` and `onSort` the server pages and sorts. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const { t } = useTranslation()
  const { title, titleLevel = 1, rows, columns, loading = false, error } = props
  const { shown, chosen, chooser } = useColumns(props.name, columns, props.columnChoice)
  const keptSort = useViewSort(props.name, props.startSort, props.keptSort)
  const data = useRows(rows, columns, props, { ...props, keptSort })
  useNotedChoice(props.name, chosen, props.onSort ? undefined : data.sort)
  const { tools, sheet } = useExport(props, shown, data)
  const phone = usePhone()
  const [unfolded, setUnfolded] = useState(false)
  const average = props.averageUnit ?? 'kg'
  const Heading = titleLevel === 1 ? 'h1' : 'h2'
  const label = title ?? props.exportTitle ?? t('Таблица')
  const view = viewOf(props, shown, data, average)
  const icons = data.rows.slice(0, 1).flatMap((row) => props.rowActions?.(row).map(({ icon }) => icon) ?? [])
  return (
    <section className={classes.root} aria-label={label} data-level={titleLevel}>
      <header className={classes.head}>
        {title && (
          <Heading className={classes.title} data-in-bar={titleLevel === 1 || undefined}>
            {title}
          </Heading>
        )}
        {phone && props.toolbar && (
          <Fold note={props.toolbarNote ?? t('Фильтры')} opened={unfolded} onToggle={() => setUnfolded(!unfolded)} />
        )}
        <div className={classes.tools}>
          {/* they stand while rows are read: nothing jumps when these come */}
          <Tools tools={[chooser.tool, ...(!rows || data.paging.total > 0 ? tools : [])]} disabled={!rows} />
          {/* an empty table offers its next step in the middle */}
          {!(rows?.length === 0 && props.emptyAction) && props.actions}
        </div>
      </header>
      <div className={classes.card}>
        {props.toolbar && (!phone || unfolded) && <div className={classes.toolbar}>{props.toolbar}</div>}
        {props.above}
        {error && !rows ? (
          <ErrorState error={error} onRetry={props.onRetry} />
        ) : rows === undefined ? (
          <RowSkeletons rows={Math.min(data.paging.perPage, 12)} height={phone ? 96 : 36} head={!phone} />
        ) : data.paging.total === 0 ? (
          <EmptyState text={props.emptyText} action={props.emptyAction} />
        ) : (
          <>
            {phone ? (
              <Cards view={view} label={label} dim={loading} />
            ) : (
              <Grid view={view} label={label} dim={loading} />
            )}
            <Pager {...data.paging} />
          </>
        )}
      </div>
      {!phone && data.rows.length > 0 && (
        <KeyHints
          open={Boolean(props.onRowClick)}
          unfold={Boolean(props.unfold)}
          edit={icons.includes('edit')}
          remove={icons.includes('trash')}
        />
      )}
      {chooser.window}
      {sheet}
    </section>
  )
}

/** The view that grid and cards render. */
function viewOf<R extends Row>(
  props: DataTableProps<R>,
  shown: Column[],
  data: Data<R>,
  average: AverageUnit,
): TableView<R> {
  const cell = (row: R, column: Column) => {
    const look = props.renderCell?.(row, column) ?? (
      <Cell
        value={valueOf(row, column.key)}
        column={column}
        average={average}
        color={props.cageColor ? props.cageColor(row, column) : (valueOf(row, 'color') as number | undefined)}
      />
    )
    return props.wrapCell ? props.wrapCell(row, column, look) : look
  }
  return {
    columns: evenDecimals(shown, data.rows),
    rows: data.rows,
    footer: data.footer,
    average,
    sort: data.sort,
    onSort: data.onSort,
    cell,
    actions: props.rowActions,
    onRowClick: props.onRowClick,
    unfold: props.unfold,
    selectedId: props.selectedId,
    paged: data.paging.total > data.rows.length,
  }
}

/** A line in place of the filters; touching it shows them below. */
const Fold = ({ note, opened, onToggle }: { note: string; opened: boolean; onToggle: () => void }) => (
  <button type="button" className={classes.fold} aria-expanded={opened} onClick={onToggle}>
    <Icon name="filter" size={18} />
    <span>{note}</span>
    <Icon name={opened ? 'up' : 'down'} size={16} />
  </button>
)

/** The user's columns of this table, and the window to choose them. */
function useColumns(name: string, columns: readonly Column[], choice?: ColumnChoice) {
  const { t } = useTranslation()
  const [settings, setSettings] = useUserSettings()
  const [opened, setOpened] = useState<boolean>()
  const own = useViewColumns(name)
  const kept = choice ?? own
  const chosen = kept ? kept.keys : settings['table-columns'][name]
  const shown = visibleColumns(columns, chosen).map((column) =>
    chosen?.length ? { ...column, yields: false } : column,
  )
  const change = (keys: string[] | null) => {
    if (kept) return kept.choose(keys)
    // stored by table: an empty list is the default, tables left out keep theirs
    setSettings({ 'table-columns': { ...settings['table-columns'], [name]: keys ?? [] } })
  }
  const hint = t('{{shown}} из {{total}}', { shown: shown.length, total: columns.length })
  const tool: Tool = { icon: 'cols', label: t('Столбцы'), hint, onClick: () => setOpened(true) }
  const window = opened !== undefined && (
    <ColumnChooser
      opened={opened}
      onClose={() => setOpened(false)}
      columns={columns}
      shown={shown.map((column) => column.key)}
      onChange={change}
    />
  )
  return { shown, chosen: chosen?.length ? chosen : undefined, chooser: { tool, window } }
}

type Data<R extends Row> = ReturnType<typeof useRows<R>>

type Export = 'excel' | 'csv' | 'print'

/** «Excel» and «Печать»: the whole result, not the page, with the shown columns. Ctrl+P prints the same as «Печать». */
function useExport<R extends Row>(props: DataTableProps<R>, columns: Column[], data: Data<R>) {
  const { t, language } = useTranslation()
  const user = useUser()
  const now = useNow()
  const [busy, setBusy] = useState<Export | null>(null)
  const title = exportTitle(props.exportTitle ?? props.title ?? t('Таблица'), props.exportWhen)
  const sheetOf = (rows: readonly R[], note?: string): Omit<Sheet, 'translate'> => ({
    title,
    subtitle: [props.exportNote, note].filter(Boolean).join('. '),
    columns,
    rows,
    footer: data.footer,
    average: props.averageUnit ?? 'kg',
  })
  const run = async (kind: Export, done: (sheet: Omit<Sheet, 'translate'>) => unknown) => {
    setBusy(kind)
    try {
      await done(sheetOf(props.fetchAll ? data.inWords(await props.fetchAll()) : data.sorted))
      props.onExported?.()
    } catch {
      notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(null)
    }
  }
  const name = props.exportWhen ? title : `${title} ${showDay(now)}`
  const excel = async (sheet: Omit<Sheet, 'translate'>) =>
    (await import('./excel')).downloadExcel({ ...sheet, translate: t }, name)
  const csv = async (sheet: Omit<Sheet, 'translate'>) =>
    (await import('./excel')).downloadCsv({ ...sheet, translate: t }, name, language)
  const { total } = data.paging
  const part = t('Строки этой страницы: {{count}} из {{total}}', { count: data.rows.length, total })
  const { printed, print } = usePrinter({
    off: total === 0 || props.pagePrints === true,
    all: (show) => run('print', show),
    // the browser's own menu does not wait, so it gets the rows of the page
    atOnce: () => sheetOf(data.rows, total > data.rows.length ? part : undefined),
  })
  const note = `${user.company.name}. ${t('Напечатано {{when}}, {{who}}', { when: showInstant(now), who: user.name })}`
  const tools: Tool[] = [
    { icon: 'xls', label: 'Excel', onClick: () => void run('excel', excel), loading: busy === 'excel' },
    ...(props.csv
      ? [{ icon: 'xls' as const, label: 'CSV', onClick: () => void run('csv', csv), loading: busy === 'csv' }]
      : []),
    { icon: 'print', label: t('Печать'), onClick: print, loading: busy === 'print' },
  ]
  const around = { note, figure: props.exportFigure, below: props.exportBelow }
  return { tools, sheet: printed && <PrintSheet {...printed} {...around} /> }
}
