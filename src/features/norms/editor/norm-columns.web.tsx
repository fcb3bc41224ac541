/** Columns of the table of norms: to look at, with a button for the curve of each row, or to type into. */
import { useMemo } from 'react'
import { UnstyledButton } from '@mantine/core'
import type { TFunction } from '../../../web/i18n'
import { useTranslation } from '../../../web/i18n'
import { NOTHING } from '../../../web/format'
import { toShown } from '../../../web/ui/fields/decimal-text'
import { SheetCell } from '../../../web/ui/grid-edit/cells'
import type { EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import { FIRST_RATE, MAX_CELL, MIN_CELL } from './norm-edit.web'
import type { Line, LineCell } from './norm-lines.web'
import classes from './norms.module.css'

const [NAME_WIDTH, WEIGHT_WIDTH, RATE_WIDTH, FCR_WIDTH] = [140, 84, 72, 176]

/** 'c3' */
export const columnKey = (cell: number): string => `c${cell}`
export const cellOfKey = (key: string): number => Number(key.slice(1))

interface ColumnsOf {
  /** texts over the columns of temperatures */
  temperatures: readonly string[]
  editing: boolean
  /** the chosen line of the curve; null where no curve is shown */
  chosen: number | null
  onText: (id: string, text: string) => void
  onChoose: (line: number) => void
}

const weightText = ({ cells }: Line) =>
  [MIN_CELL, MAX_CELL].map((cell) => toShown(cells[cell]?.text.replace(',', '.')) || NOTHING).join('–')

function nameOf(line: Line, t: TFunction): string {
  if (line.kind === 'temperatures') return t('Температура, °C')
  return line.kind === 'coefficients' ? t('Температурный коэффициент') : weightText(line)
}

/** The rate lies on its warmth; the number stays as dark as it is. */
const warmth = ({ heat }: LineCell) =>
  heat === null ? {} : { className: classes.heat, style: { '--heat': `${Math.round(heat * 100)}%` } as never }

export function useNormColumns({ temperatures, editing, chosen, onText, onChoose }: ColumnsOf): EditColumn<Line>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const last = FIRST_RATE + temperatures.length
    const cellColumn = (cell: number, title: string, width: number, unit?: string): EditColumn<Line> => ({
      key: columnKey(cell),
      title,
      unit,
      width,
      number: true,
      cell: (line) => {
        const shown = line.cells[cell]
        if (!shown) return null
        const drawn = editing ? (
          <SheetCell
            id={`${line.index}.${cell}`}
            label={`${nameOf(line, t)}, ${title}`}
            text={shown.text}
            changed={shown.changed}
            error={shown.error}
            readOnly={false}
            onText={onText}
          />
        ) : (
          <span className={classes.value}>{shown.text || NOTHING}</span>
        )
        return <div {...warmth(shown)}>{drawn}</div>
      },
    })
    const name: EditColumn<Line> = {
      key: 'name',
      title: editing ? t('Навеска') : t('Навеска, г'),
      width: NAME_WIDTH,
      cell: (line) =>
        chosen !== null && line.kind === 'weights' ? (
          <UnstyledButton
            className={classes.row}
            aria-pressed={chosen === line.index}
            onClick={() => onChoose(line.index)}
          >
            {weightText(line)}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{nameOf(line, t)}</span>
        ),
    }
    const weights = [
      cellColumn(MIN_CELL, t('от'), WEIGHT_WIDTH, t('г')),
      cellColumn(MAX_CELL, t('до'), WEIGHT_WIDTH, t('г')),
    ]
    return [
      name,
      ...(editing ? weights : []),
      ...temperatures.map((degrees, column) =>
        cellColumn(FIRST_RATE + column, degrees === '' ? NOTHING : `${degrees} °C`, RATE_WIDTH),
      ),
      cellColumn(last, t('Кормовой коэффициент'), FCR_WIDTH),
    ]
  }, [temperatures, editing, chosen, onText, onChoose, t])
}
