/** The lines of a stored document for reading: goods with lots and prices, or differences of a stocktake. */
import type { Column } from '../../../shared/columns'
import { NBSP, showAmount } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { PlainTable } from '../../../web/ui/table/plain-table'
import type { OperationRow } from '../fields/form-model.web'
import { ROLE_WORDS } from '../change-log/change-log.contract'
import { GoodLink } from './good-link.web'

interface Line extends Record<string, unknown> {
  role?: string
  good_id: number
  good: string
  kind?: string
  amount: number
  measure_name: string
  stock?: string
}

/** A document without lines has none here. */
export const linesOfRow = ({ lines }: OperationRow): Line[] =>
  Array.isArray(lines) ? (lines as Line[]).filter(({ good }) => typeof good === 'string') : []

const inUnit = (amount: unknown, { measure_name }: Line, t: TFunction) =>
  `${showAmount(Number(amount), 3)}${NBSP}${t(measure_name)}`

/** «Корм 3 мм 1 200 кг, Соль 20 кг» */
export const allGoods = (row: OperationRow, t: TFunction): string =>
  linesOfRow(row)
    .map((line) => `${line.good} ${inUnit(line.amount, line, t)}`)
    .join(', ')

const COLUMNS: readonly Column[] = [
  { key: 'role', title: 'Строка', type: 'text' },
  { key: 'good', title: 'Название', type: 'text' },
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'book', title: 'По учёту', type: 'amount' },
  { key: 'amount', title: 'Количество', type: 'amount', headline: 'measure_name' },
  { key: 'difference', title: 'Расхождение', type: 'amount' },
  { key: 'difference_cost', title: 'На сумму', type: 'money' },
  { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг' },
  { key: 'price', title: 'Цена', type: 'money' },
  { key: 'cost', title: 'Сумма', type: 'money' },
  { key: 'lot', title: 'Партия', type: 'text' },
  { key: 'best_before', title: 'Годен до', type: 'day' },
]
const IN_UNIT = new Set(['book', 'amount', 'difference'])

/** Leaves out columns that are empty, or equal to the document's own value in every line. */
function columnsOf(row: OperationRow, lines: readonly Line[]): Column[] {
  const says: Record<string, (line: Line) => boolean> = {
    role: ({ role }) => role !== lines[0]!.role,
    stock: ({ stock }) => stock !== row.stock,
    difference: () => true,
  }
  return COLUMNS.filter(({ key }) =>
    lines.some((line) => line[key] !== null && line[key] !== undefined && (says[key]?.(line) ?? true)),
  )
}

export function DocumentLines({ row, kind }: { row: OperationRow; kind?: string }) {
  const { t } = useTranslation()
  const lines = linesOfRow(row)
  if (lines.length === 0) return null
  return (
    <PlainTable
      columns={columnsOf(row, lines)}
      rows={lines}
      rowKey={(_, index) => index}
      renderCell={(line, { key }) => {
        if (key === 'role') return t((ROLE_WORDS as Record<string, string>)[line.role ?? ''] ?? '')
        if (key === 'good') return <GoodLink id={line.good_id} kind={line.kind ?? kind} name={line.good} />
        return IN_UNIT.has(key) ? inUnit(line[key], line, t) : undefined
      }}
    />
  )
}
