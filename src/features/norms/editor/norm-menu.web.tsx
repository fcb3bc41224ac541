/** Adds and deletes rows and columns: opened by the right button or the menu key over a cell, or from a button. */
import { Menu } from '@mantine/core'
import type { NormGrid } from '../../../shared/feeding/norm-grid'
import { useTranslation } from '../../../web/i18n'
import { Icon, type IconName } from '../../../web/icons'
import { useOpenWindow } from '../../../web/ui/overlay/open-windows'
import {
  addColumn,
  addRow,
  canAddColumn,
  canAddRow,
  canRemoveColumn,
  canRemoveRow,
  FIRST_RATE,
  linesOf,
  removeColumn,
  removeRow,
} from './norm-edit.web'
import classes from './norms.module.css'

/** A cell, and where on the screen its menu opens. */
export interface MenuPlace {
  line: number
  cell: number
  left: number
  top: number
}

interface MenuProps {
  place: MenuPlace | null
  grid: NormGrid
  onChange: (grid: NormGrid) => void
  onClose: () => void
}

interface Item {
  icon: IconName
  title: string
  to: NormGrid
  can: boolean
}

/** What may be done at a cell. The special row and column stay; a row is added before coefficients, never behind. */
function useItems(place: MenuPlace, grid: NormGrid): [rows: Item[], columns: Item[]] {
  const { t } = useTranslation()
  const row = Math.max(0, Math.min(grid.rows.length, place.line - 1))
  const isWeights = place.line >= 1 && place.line < linesOf(grid) - 1
  const column = Math.max(0, Math.min(grid.temperatures.length, place.cell - FIRST_RATE))
  const isRate = place.cell >= FIRST_RATE && column < grid.temperatures.length
  return [
    [
      { icon: 'up', title: t('Добавить строку выше'), to: addRow(grid, row), can: canAddRow(grid) },
      { icon: 'down', title: t('Добавить строку ниже'), to: addRow(grid, row + 1), can: canAddRow(grid) && isWeights },
      { icon: 'trash', title: t('Удалить строку'), to: removeRow(grid, row), can: canRemoveRow(grid) && isWeights },
    ],
    [
      { icon: 'left', title: t('Добавить столбец левее'), to: addColumn(grid, column), can: canAddColumn(grid) },
      {
        icon: 'right',
        title: t('Добавить столбец правее'),
        to: addColumn(grid, column + 1),
        can: canAddColumn(grid) && isRate,
      },
      {
        icon: 'trash',
        title: t('Удалить столбец'),
        to: removeColumn(grid, column),
        can: canRemoveColumn(grid) && isRate,
      },
    ],
  ]
}

export const NormMenu = ({ place, ...props }: MenuProps) => place && <OpenMenu {...props} place={place} />

function OpenMenu({ place, grid, onChange, onClose }: MenuProps & { place: MenuPlace }) {
  const { t } = useTranslation()
  const [rows, columns] = useItems(place, grid)
  useOpenWindow(true, onClose)
  const draw = ({ icon, title, to, can }: Item) => (
    <Menu.Item
      key={title}
      leftSection={<Icon name={icon} size={16} />}
      disabled={!can}
      onClick={() => {
        onClose()
        onChange(to)
      }}
    >
      {title}
    </Menu.Item>
  )
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      width={260}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden="true" style={{ left: place.left, top: place.top }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('Строки и столбцы')}>
        {rows.map(draw)}
        <Menu.Divider />
        {columns.map(draw)}
      </Menu.Dropdown>
    </Menu>
  )
}
