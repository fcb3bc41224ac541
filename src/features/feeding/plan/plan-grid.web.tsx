/** The table of a plan, of a day or of a cage: what differs is the first column. */
import { useMemo, useRef } from 'react'
import { ActionIcon } from '@mantine/core'
import { MILLIONTHS, parseDecimal } from '../../../shared/numbers'
import { NOTHING, showCount, showNumber } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import type { Option } from '../../../web/ui/fields/select-field'
import { CellChoice } from '../../../web/ui/grid-edit/cell-choice'
import { EditGrid, type EditColumn, type RowState } from '../../../web/ui/grid-edit/edit-grid'
import type { PastedText } from '../../../web/ui/grid-edit/grid-keys'
import { NO_NORM, type PlanSituation } from '../../../core/feeding/plan/plan-shapes.contract'
import { AlertCell, NumberCell, type NumberProps } from './plan-cells.web'
import {
  type Alert,
  applied,
  type Book,
  type CellKey,
  CELLS,
  growthAlert,
  kept,
  type Line,
  rateAlert,
  sumOf,
  type Verdict,
  verdictOf,
  withFeed,
  withText,
  wrongCells,
} from './plan-model.web'
import type { Lines } from './use-plan.web'
import { Why } from './why.web'
import classes from './plan.module.css'

/** A row with all that its cells show: an equal one is not drawn again. */
export interface GridRow {
  line: Line
  verdict: Verdict
  rate: Alert
  growth: Alert
  wrong: CellKey[]
  readOnly: boolean
  removable: boolean
  /** «садок 7», «26.11.2026» */
  of: string
  color: number | null
}

export interface PlanGridProps {
  /** translated */
  label: string
  plan: Lines
  book: Book
  feeds: Option[]
  /** of a row */
  ofRow: (line: Line) => Pick<GridRow, 'readOnly' | 'removable' | 'of' | 'color'>
  situationOf: (line: Line) => PlanSituation | null
  first: EditColumn<GridRow>
  /** of the numbers */
  headings: Headings
  /** columns with a total: days of one cage do not add up to fish */
  summed: readonly Summed[]
  onSave: () => void
}

type Summed = 'count' | 'weight' | 'rate' | 'growth'
type Heading = readonly [title: string, unit?: string]
/** Titles and units of the columns of numbers. */
export type Headings = Readonly<Record<CellKey | 'weight', Heading>>

const DECIMALS: Record<CellKey, number> = { avg_weight: 6, count: 0, temperature: 3, rate: 3, growth: 3 }
const kg = (mg: number | null) => (mg === null ? NOTHING : showNumber(mg / MILLIONTHS, 2))

/** What is pasted may have a comma and spaces; what is no number stays as it is, and is wrong. */
function pasted(text: string): string {
  const value = parseDecimal(text, 6)
  return value === null ? text : String(value / MILLIONTHS)
}

const isCell = (column: string): column is CellKey => (CELLS as readonly string[]).includes(column)

/** The same row as long as nothing of it has changed: equal ones need not be compared then. */
function useRows({ plan, book, ofRow }: PlanGridProps): GridRow[] {
  const drawn = useRef(new WeakMap<Line, GridRow>())
  return plan.lines.map((line) => {
    const [was, verdict, about] = [drawn.current.get(line), verdictOf(line, book), ofRow(line)]
    const isSame = (key: keyof typeof about) => was?.[key] === about[key]
    if (was?.verdict === verdict && (Object.keys(about) as (keyof typeof about)[]).every(isSame)) return was
    const alerts = { rate: rateAlert(line, verdict), growth: growthAlert(line, verdict) }
    const row: GridRow = { line, verdict, ...alerts, wrong: wrongCells(line), ...about }
    drawn.current.set(line, row)
    return row
  })
}

export function PlanGrid(props: PlanGridProps) {
  const { label, plan, book, feeds, ofRow, first, headings, summed, onSave } = props
  const { t } = useTranslation()
  // the columns stay the same while rows are typed into, so that only the changed row is drawn again
  const latest = useRef(props)
  latest.current = props
  const columns = useMemo(() => [first, ...columnsOf(latest, headings, t)], [first, headings, t, feeds])
  const rows = useRows(props)
  const put = (line: Line, column: string, text: string): Line => {
    if (ofRow(line).readOnly) return line
    if (isCell(column)) return withText(line, column, pasted(text), book)
    const feed = feeds.find(({ label }) => label.toLowerCase() === text.toLowerCase())
    return column === 'feed' && feed ? withFeed(line, String(feed.value), book) : line
  }
  const onPaste = (cells: readonly PastedText[]) => {
    const before = plan.lines
    const next = [...before]
    for (const { index, column, text } of cells) if (next[index]) next[index] = put(next[index], column, text)
    plan.setLines(next)
    return () => plan.setLines(before)
  }
  const onFill = (index: number, column: string) => {
    const above = plan.lines[index - 1]!
    const text = isCell(column)
      ? above.cells[column].text
      : (feeds.find(({ value }) => String(value) === above.feed)?.label ?? '')
    plan.setLines(plan.lines.map((line, at) => (at === index ? put(line, column, text) : line)))
  }
  const state = useMemo(() => stateOf(t), [t])
  return (
    <EditGrid
      className={classes.grid}
      label={label}
      rows={rows}
      rowKey={({ line }) => line.key}
      columns={columns}
      state={state}
      totals={totalsOf(plan.lines, first.key, summed, t)}
      onPaste={onPaste}
      onFill={onFill}
      onSave={onSave}
    />
  )
}

function totalsOf(lines: readonly Line[], first: string, summed: readonly Summed[], t: TFunction) {
  const sums: Record<Summed, () => string> = {
    count: () => showCount(sumOf(lines, ({ cells }) => cells.count.value)),
    weight: () => kg(sumOf(lines, ({ weight }) => weight)),
    rate: () => kg(sumOf(lines, ({ cells }) => cells.rate.value)),
    growth: () => kg(sumOf(lines, ({ cells }) => cells.growth.value)),
  }
  return { [first]: t('Итого'), ...Object.fromEntries(summed.map((key) => [key, sums[key]()])) }
}

const WRONG: Record<CellKey, string> = {
  avg_weight: 'Навеска: введите число больше нуля',
  count: 'Кол-во: введите целое число больше нуля',
  temperature: 'Темп.: введите число',
  rate: 'Корм: введите число',
  growth: 'Прирост: введите число',
}

const stateOf =
  (t: TFunction) =>
  ({ line, verdict, wrong, readOnly }: GridRow): RowState => {
    if (readOnly || line.cage_id === null) return {}
    const missing = line.feed === '' ? ['Выберите корм'] : []
    const unknown = !verdict.reason && line.feed !== '' && wrong.every((key) => key === 'rate' || key === 'growth')
    return {
      faults: [...missing, ...wrong.map((key) => WRONG[key])].map((text) => t(text)),
      ...(unknown && { asked: t(NO_NORM) }),
    }
  }

type Latest = { current: PlanGridProps }

/** What the control of a cell has in common with others. */
function control(latest: Latest, row: GridRow, column: CellKey, title: string): NumberProps {
  const { line } = row
  return {
    column,
    label: `${title}, ${row.of}`,
    path: `${line.key}.${column}`,
    text: line.cells[column].text,
    decimals: DECIMALS[column],
    wrong: row.wrong.includes(column),
    disabled: row.readOnly,
    onText: (text) => {
      const { plan, book } = latest.current
      plan.change(line.key, (now) => withText(now, column, text, book))
    },
  }
}

type Place = Pick<EditColumn<GridRow>, 'width' | 'card'>

/** Of a number, with its title and unit. */
const headOf = ([title, unit]: Heading, t: TFunction) => ({ title: t(title), unit: unit && t(unit), number: true })

function numberColumn(latest: Latest, key: CellKey, heading: Heading, t: TFunction, place: Place): EditColumn<GridRow> {
  const head = headOf(heading, t)
  return { key, ...head, ...place, cell: (row) => <NumberCell {...control(latest, row, key, head.title)} /> }
}

function alertColumn(latest: Latest, key: 'rate' | 'growth', heading: Heading, t: TFunction): EditColumn<GridRow> {
  const edit = (row: GridRow, how: (line: Line, key: 'rate' | 'growth', book: Book) => Line) => () => {
    const { plan, book } = latest.current
    plan.change(row.line.key, (line) => how(line, key, book))
  }
  const head = headOf(heading, t)
  return {
    key,
    ...head,
    width: 132,
    card: 'half',
    cell: (row) => (
      <AlertCell
        {...control(latest, row, key, head.title)}
        alert={row[key]}
        value={row.line.cells[key].value}
        calculated={key === 'rate' ? row.verdict.calcRate : row.verdict.calcGrowth}
        of={row.of}
        onApply={edit(row, applied)}
        onKeep={edit(row, kept)}
      />
    ),
  }
}

const columnsOf = (latest: Latest, headings: Headings, t: TFunction): EditColumn<GridRow>[] => [
  numberColumn(latest, 'avg_weight', headings.avg_weight, t, { width: 110, card: 'half' }),
  numberColumn(latest, 'count', headings.count, t, { width: 110, card: 'half' }),
  { key: 'weight', ...headOf(headings.weight, t), width: 110, card: 'half', cell: ({ line }) => kg(line.weight) },
  numberColumn(latest, 'temperature', headings.temperature, t, { width: 90, card: 'half' }),
  {
    key: 'feed',
    title: t('Корм'),
    width: 250,
    card: 'whole',
    cell: (row) => (
      <CellChoice
        label={`${t('Корм')}, ${row.of}`}
        path={`${row.line.key}.feed_type_id`}
        value={row.line.feed}
        options={latest.current.feeds}
        empty={t('Выберите корм')}
        invalid={row.line.feed === '' && !row.readOnly}
        disabled={row.readOnly}
        onChange={(feed) => {
          const { plan, book } = latest.current
          plan.change(row.line.key, (line) => withFeed(line, feed, book))
        }}
      />
    ),
  },
  alertColumn(latest, 'rate', headings.rate, t),
  alertColumn(latest, 'growth', headings.growth, t),
  {
    key: 'actions',
    title: t('Действия'),
    hidden: true,
    width: 84,
    card: 'head',
    cell: (row) => <RowTools latest={latest} row={row} />,
  },
]

function RowTools({ latest, row }: { latest: Latest; row: GridRow }) {
  const { t } = useTranslation()
  const { plan, book, feeds, situationOf } = latest.current
  const { line, verdict, of } = row
  const feed = feeds.find(({ value }) => String(value) === line.feed)?.label ?? ''
  const version = book.norms.get(Number(line.feed))?.version ?? null
  return (
    <span className={classes.tools}>
      <Why line={line} verdict={verdict} known={situationOf(line)} version={version} of={of} feed={feed} />
      {row.removable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.icon}
          aria-label={t('Удалить строку: {{of}}', { of })}
          onClick={() => plan.remove(line.key)}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
    </span>
  )
}
