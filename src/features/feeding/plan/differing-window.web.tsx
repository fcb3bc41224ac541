/** What two people made of one plan differently: cell by cell one takes theirs or keeps one's own. */
import { useState } from 'react'
import { Button, SegmentedControl } from '@mantine/core'
import type { DifferingCell } from '../../../shared/errors'
import { NOTHING, showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Window } from '../../../web/ui/overlay/window'
import type { PlanRow } from '../../../core/feeding/plan/plan-shapes.contract'
import { cellKeyOf, isMine, merged } from './plan-merge.web'
import { lineOf } from './plan-model.web'
import type { Lines, Saving } from './use-plan.web'
import classes from './plan.module.css'

const FIELDS: Record<DifferingCell['field'], string> = {
  row: 'Строка, корм',
  avg_weight: 'Навеска',
  count: 'Кол-во',
  temperature: 'Темп.',
  rate: 'Корм',
  growth: 'Прирост',
}

interface DifferingWindowProps {
  cells: readonly DifferingCell[]
  /** whether the cell was changed here */
  isMine: (cell: DifferingCell) => boolean
  /** with the cells that are taken from the other */
  onSettle: (theirs: readonly DifferingCell[]) => void
  onClose: () => void
}

const shown = (value: number | null) => (value === null ? NOTHING : showAmount(value, 4))

function DifferingWindow({ cells, isMine, onSettle, onClose }: DifferingWindowProps) {
  const { t } = useTranslation()
  const [mine, setMine] = useState(() => new Set(cells.filter(isMine).map(cellKeyOf)))
  const choose = (key: string, whose: string) =>
    setMine((was) => new Set(whose === 'mine' ? [...was, key] : [...was].filter((one) => one !== key)))
  const all = (whose: 'mine' | 'theirs') => setMine(new Set(whose === 'mine' ? cells.map(cellKeyOf) : []))
  return (
    <Window
      opened
      onClose={onClose}
      size={720}
      title={t('План тем временем сохранил другой человек')}
      subtitle={t('Ничего не потеряно. Выберите для каждой клетки, чьё значение останется.')}
      footer={
        <>
          <Button variant="default" onClick={() => all('theirs')}>
            {t('Взять их план')}
          </Button>
          <Button variant="default" onClick={() => all('mine')}>
            {t('Оставить моё')}
          </Button>
          <Button onClick={() => onSettle(cells.filter((cell) => !mine.has(cellKeyOf(cell))))}>
            {t('Продолжить')}
          </Button>
        </>
      }
    >
      <ul className={classes.differing} aria-label={t('Что разошлось')}>
        {cells.map((cell) => {
          const key = cellKeyOf(cell)
          return (
            <li key={key}>
              <span>
                <b>{t('Садок {{number}}', { number: cell.cage_number })}</b>
                <small>{[cell.date, cell.feed_type_name, t(FIELDS[cell.field])].join(' · ')}</small>
              </span>
              <SegmentedControl
                size="xs"
                aria-label={`${cell.cage_number}, ${t(FIELDS[cell.field])}`}
                value={mine.has(key) ? 'mine' : 'theirs'}
                onChange={(whose) => choose(key, whose)}
                data={[
                  { value: 'mine', label: t('моё: {{value}}', { value: shown(cell.mine) }) },
                  { value: 'theirs', label: t('их: {{value}}', { value: shown(cell.theirs) }) },
                ]}
              />
            </li>
          )
        })}
      </ul>
    </Window>
  )
}

interface DifferingProps {
  plan: Lines
  saving: Saving
  /** the plan as it is stored */
  read: () => Promise<{ rows: PlanRow[] }>
}

/** The question of whose it shall be, when somebody else has saved the plan meanwhile; then it can be saved again. */
export function Differing({ plan, saving, read }: DifferingProps) {
  const { differing } = saving
  if (!differing) return null
  const settle = async (cells: readonly DifferingCell[]) => {
    const stored = (await read()).rows.map(lineOf)
    plan.setLines((was) => merged(was, cells, stored))
    plan.begin(differing.version)
    saving.settle()
  }
  return (
    <DifferingWindow
      cells={differing.cells}
      isMine={(cell) => isMine(cell, plan.opened, plan.lines)}
      onSettle={(cells) => void settle(cells)}
      onClose={saving.settle}
    />
  )
}
