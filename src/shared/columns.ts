/** Columns of a table as data: screen, footer, Excel, print and /crud/columns are all made from the same list. */
export type CellType =
  | 'text'
  | 'cage' // a cage number on its colour
  | 'datetime' // 'YYYY-MM-DDTHH:mm' → 20.11.2026 08:30
  | 'day'
  | 'count' // whole pieces
  | 'kg' // kilograms, shown with one decimal, exact in Excel
  | 'average' // average weight in kg, shown in the unit the user chose
  | 'amount' // an amount of goods, shown with up to 3 decimals
  | 'money' // roubles, always with kopecks
  | 'percent'
  | 'number'
  | 'list' // array of texts or numbers
  | 'flag' // true or false: «Да» or nothing

export type AverageUnit = 'kg' | 'g'

export interface Column {
  key: string
  /** Russian title, also the i18n key */
  title: string
  type: CellType
  unit?: string
  /** digits after the comma of a 'number', on the screen and in Excel; as many as it has when left out */
  decimals?: number
  /** a larger count is told as «больше 10 000» */
  most?: number
  /** zero means nothing: «—» on the screen, an empty cell in Excel */
  noZero?: boolean
  /** the key of the footer answer that stands under this column */
  footer?: boolean
  /** takes the free space of the table, as a note does */
  fill?: boolean
  /** names the row: it cannot be hidden */
  always?: boolean
  /** dropped first when the table is too wide, unless the person chose it */
  yields?: boolean
  /** offered by the column chooser but hidden at first */
  optional?: boolean
  /** the values are words of the product, translated like the title */
  words?: boolean
  /** shown while this input of the filters is given: without it there is nothing to tell */
  onlyWith?: string
  /** the table is not sorted by it */
  unsorted?: boolean
  /** on a card this stands beside the row's name, instead of the second column; names the field that holds its unit */
  headline?: string
}

export const valueOf = (row: object, key: string): unknown => (row as Record<string, unknown>)[key]

/** The columns that an input of filters has something to tell in. */
export const columnsWith = (columns: readonly Column[], input: object): readonly Column[] =>
  columns.some(({ onlyWith }) => onlyWith)
    ? columns.filter(({ onlyWith }) => onlyWith === undefined || Boolean(valueOf(input, onlyWith)))
    : columns

/** A list in one cell: «0,5 м, 3 м». Numbers without a unit have only their own commas. */
export function listText(values: readonly unknown[], show: (value: number) => string, unit?: string): string {
  const bare = unit === undefined && values.some((value) => typeof value === 'number')
  const texts = values.map((value) => (typeof value === 'number' ? show(value) : String(value)))
  return texts.map((text) => (unit ? `${text}\u00a0${unit}` : text)).join(bare ? '; ' : ', ')
}

/** Padding every row with more zeros, because of one row, would be noise. */
const EVEN_MOST = 3
const decimalsIn = (value: unknown) => (typeof value === 'number' ? (String(value).split('.')[1]?.length ?? 0) : 0)

/**
 * Pads amounts in the same unit to the same number of decimals, so that digits align in a column: 12,5; 11,0; 10,0.
 * Rows with units of their own are left alone.
 */
export function evenDecimals<C extends Column>(columns: readonly C[], rows: readonly object[]): C[] {
  return columns.map((column) => {
    if (column.type !== 'amount' || !column.unit || column.decimals !== undefined) return column
    const decimals = rows.reduce((most, row) => Math.max(most, decimalsIn(valueOf(row, column.key))), 0)
    return decimals > 0 && decimals <= EVEN_MOST ? { ...column, decimals } : column
  })
}

/** The unit for the header. An average has the unit the user chose; a list carries units in its cells. */
export function unitOf(column: Column, average: AverageUnit): string | undefined {
  if (column.type === 'average') return average === 'g' ? 'г' : 'кг'
  if (column.type === 'money') return '₽'
  return column.type === 'list' ? undefined : column.unit
}
