/** A line of a chart over time, and how it is told from the others. */
export interface ChartPoint {
  /** farm instant, 'YYYY-MM-DDTHH:mm' */
  at: string
  value: number
}

export interface ChartLine {
  key: string
  /** translated */
  name: string
  unit?: string
  /** the scale it is read by */
  side: 'left' | 'right'
  /** 0, 1, 2 … within its side: deep to light */
  shade: number
  /** a point stands for its whole day */
  daily?: boolean
  /** how a value is written; up to six decimals when left out */
  show?: (value: number) => string
  /** by time */
  points: readonly ChartPoint[]
}

const INKS = { left: ['--chart-1', '--chart-3', '--chart-5'], right: ['--chart-2', '--chart-4', '--chart-6'] }

/** Shapes of the points, so that colour is not the only sign. */
const MARKS = ['circle', 'rect', 'triangle'] as const
export const markOf = ({ shade }: ChartLine) => MARKS[shade % MARKS.length]!

/** Names of tokens, not colours: the picture follows the theme, and paper, by itself. */
export const inkOf = ({ side, shade }: ChartLine): string => `var(${INKS[side][shade % INKS[side].length]})`
export const dashOf = ({ side, shade }: ChartLine): number[] | undefined =>
  side === 'right' ? [6, 4] : shade >= INKS.left.length ? [2, 3] : undefined
