/** Where a plan differs: from what another person made of it, cell by cell, and from the fish that there are by now. */
import { useState } from 'react'
import { Button, SegmentedControl } from '@mantine/core'
import type { DifferingCell } from '../../../shared/errors'
import { MILLIONTHS } from '../../../shared/numbers'
import { NOTHING, showAmount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import type { PlanRow } from '../../../core/feeding/plan/plan-shapes.contract'
import { cellKeyOf, isMine, merged } from './plan-merge.web'
import { type Book, type Fish, isOfOthers, type Line, lineOf, withFish } from './plan-model.web'
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

/** So many cages are named; the others are counted. */
const MOST_NAMED = 5

interface ChangedFishProps {
  plan: Lines
  book: Book
  fishOf: (line: Line) => Fish | null
  numberOf: (cage: number | null) => string
}

/** Tells which rows are for other fish than there are by now: weighed, moved or lifted since the plan was made. */
export function ChangedFish({ plan, book, fishOf, numberOf }: ChangedFishProps) {
  const { t } = useTranslation()
  const changed = plan.lines.flatMap((line) => {
    const fish = fishOf(line)
    return fish && isOfOthers(line, fish) ? [{ line, fish }] : []
  })
  if (changed.length === 0) return null
  const told = ({ line: { cage_id, cells }, fish }: (typeof changed)[number]) => {
    const number = numberOf(cage_id)
    if (fish.count === 0) return t('{{number}} (пуст)', { number })
    const [was, is] =
      cells.count.value === fish.count
        ? [`${showKg(cells.avg_weight.value! / MILLIONTHS, 4)}`, `${showKg(fish.avg_weight, 4)} ${t('кг')}`]
        : [showAmount(cells.count.value!), `${showAmount(fish.count)} ${t('шт')}`]
    return `${number} (${was} → ${is})`
  }
  const names = changed.slice(0, MOST_NAMED).map(told).join(', ')
  const more = changed.length - MOST_NAMED
  const take = () => {
    const now = new Map(changed.map(({ line, fish }) => [line.key, fish]))
    plan.setLines((was) =>
      was.map((line) => {
        const fish = now.get(line.key)
        return fish && fish.count > 0 ? withFish(line, fish, book) : line
      }),
    )
  }
  return (
    <NoteBox kind="warn">
      {t('В садках уже не та рыба, на которую составлен план: {{cages}}', { cages: names })}
      {more > 0 && ` ${t('и ещё {{count}}', { count: more })}`}
      {changed.some(({ fish }) => fish.count > 0) && (
        <Button size="compact-xs" variant="subtle" onClick={take}>
          {t('Взять нынешнюю')}
        </Button>
      )}
    </NoteBox>
  )
}
