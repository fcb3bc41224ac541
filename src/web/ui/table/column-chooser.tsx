import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { Button, Checkbox } from '@mantine/core'
import { unitOf, type Column } from '../../../shared/columns'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { Window } from '../overlay/window'
import classes from './column-chooser.module.css'

interface ColumnChooserProps {
  opened: boolean
  onClose: () => void
  columns: readonly Column[]
  /** keys shown now, in order */
  shown: string[]
  /** null restores the default columns */
  onChange: (keys: string[] | null) => void
}

/** «Столбцы»: which columns are shown and in what order, stored for the user. Changes apply at once. */
export function ColumnChooser({ opened, onClose, columns, shown, onChange }: ColumnChooserProps) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string | null>(null)
  const hidden = columns.map((column) => column.key).filter((key) => !shown.includes(key))
  const toggle = (key: string) => onChange(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key])
  const move = (key: string, index: number) => {
    const rest = shown.filter((one) => one !== key)
    onChange(rest.toSpliced(Math.max(0, Math.min(rest.length, index)), 0, key))
  }
  const drag = (key: string, index: number) => ({
    draggable: true,
    onDragStart: () => setDragged(key),
    onDragEnd: () => setDragged(null),
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      if (dragged && dragged !== key && index >= 0) move(dragged, index)
    },
  })
  const footer = (
    <>
      <Button variant="subtle" mr="auto" onClick={() => onChange(null)}>
        {t('По умолчанию')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('Готово')}
      </Button>
    </>
  )
  return (
    <Window title={t('Столбцы')} icon="cols" opened={opened} onClose={onClose} size={360} footer={footer}>
      <ul>
        {[...shown, ...hidden].map((key) => {
          const column = columns.find((one) => one.key === key)
          const index = shown.indexOf(key)
          return (
            column && (
              <li
                key={key}
                className={classes.item}
                data-dragged={dragged === key || undefined}
                {...(index >= 0 ? drag(key, index) : {})}
              >
                <Item
                  column={column}
                  checked={index >= 0}
                  fixed={column.always === true || (shown.length === 1 && index === 0)}
                  onToggle={() => toggle(key)}
                  onMove={(by) => move(key, index + by)}
                />
              </li>
            )
          )
        })}
      </ul>
    </Window>
  )
}

interface ItemProps {
  column: Column
  checked: boolean
  /** cannot be hidden */
  fixed: boolean
  onToggle: () => void
  onMove: (by: number) => void
}

function Item({ column, checked, fixed, onToggle, onMove }: ItemProps) {
  const { t } = useTranslation()
  const unit = unitOf(column, 'kg')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!checked || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  const title = unit ? `${t(column.title)}, ${t(unit)}` : t(column.title)
  return (
    <>
      <Checkbox
        checked={checked}
        disabled={fixed}
        onChange={onToggle}
        onKeyDown={onKeyDown}
        label={title}
        className={classes.check}
      />
      {checked && (
        <span className={classes.moves}>
          <button type="button" aria-label={t('{{title}}: левее', { title })} onClick={() => onMove(-1)}>
            <Icon name="down" size={16} className={classes.up} />
          </button>
          <button type="button" aria-label={t('{{title}}: правее', { title })} onClick={() => onMove(1)}>
            <Icon name="down" size={16} />
          </button>
        </span>
      )}
    </>
  )
}
