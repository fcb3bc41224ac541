/** The rates of a row by temperature, between those of its neighbours: a number that is odd stands out. */
import { useMemo } from 'react'
import type { GridRow, NormGrid } from '../../../shared/feeding/norm-grid'
import { parseDecimal, toUnits } from '../../../shared/numbers'
import { useTranslation } from '../../../web/i18n'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import classes from './norms.module.css'

interface CurveProps {
  grid: NormGrid
  /** the row of weights, from 0 */
  row: number
}

const numberOf = (text: string) => {
  const parts = parseDecimal(text, 6)
  return parts === null ? null : toUnits(parts)
}

/** Temperatures in ascending order, as their columns may stand in any. */
function categoriesOf({ temperatures }: NormGrid) {
  return temperatures
    .map((text, column) => ({ column, degrees: numberOf(text) }))
    .filter((one): one is { column: number; degrees: number } => one.degrees !== null)
    .sort((a, b) => a.degrees - b.degrees)
    .map(({ column, degrees }) => ({ column, name: `${String(degrees).replace('-', '−')} °C` }))
}

export function NormCurve({ grid, row }: CurveProps) {
  const { t } = useTranslation()
  const content = JSON.stringify([grid.temperatures, row, grid.rows.slice(Math.max(0, row - 1), row + 2)])
  const { series, axis } = useMemo(() => {
    const categories = categoriesOf(grid)
    const line = (of: GridRow | undefined, shade: number): Series[] =>
      of
        ? [
            {
              key: String(shade),
              name: t('{{min}}–{{max}} г', { min: of.min, max: of.max }),
              unit: '%',
              shade,
              points: categories.flatMap(({ column, name }) => {
                const value = numberOf(of.rates[column] ?? '')
                return value === null ? [] : [{ at: name, value }]
              }),
            },
          ]
        : []
    return {
      series: [...line(grid.rows[row], 0), ...line(grid.rows[row - 1], 1), ...line(grid.rows[row + 1], 2)],
      axis: { categories: categories.map(({ name }) => name) },
    }
    // the content stands for the grid and the row
  }, [content, t])
  const shown = grid.rows[row]
  if (!shown) return null
  return (
    <div className={classes.curve}>
      <Chart
        title={t('Норма по температуре: навеска {{min}}–{{max}} г и соседние', { min: shown.min, max: shown.max })}
        series={series}
        axis={axis}
        height={220}
      />
    </div>
  )
}
