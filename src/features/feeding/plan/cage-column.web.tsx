import type { CageRow } from '../../../core/cages/cage.contract'
import type { TFunction } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { CellChoice } from '../../../web/ui/grid-edit/cell-choice'
import type { EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import type { GridRow } from './plan-grid.web'
import classes from './plan.module.css'

interface CageColumnProps {
  t: TFunction
  cages: readonly CageRow[]
  /** name of a cage's module; null where all are of one */
  moduleOf: ((cage: number | null) => string) | null
  choose: (key: string, cage: number) => void
}

/** The cage of a row; of a new one it is chosen. */
export const cageColumn = ({ t, cages, moduleOf, choose }: CageColumnProps): EditColumn<GridRow> => {
  const nameOf = ({ id, number }: CageRow) => (moduleOf ? `${number} · ${moduleOf(id)}` : number)
  const options = cages.map((cage) => ({ value: cage.id, label: nameOf(cage), color: cage.color }))
  return {
    key: 'cage',
    title: t('Садок'),
    width: moduleOf ? 150 : 110,
    card: 'head',
    cell: ({ line, of, color }) =>
      line.cage_id === null ? (
        <CellChoice
          label={`${t('Садок')}, ${of}`}
          path={`${line.key}.cage_id`}
          value=""
          options={options}
          empty={t('Выберите садок')}
          invalid
          onChange={(id) => id && choose(line.key, Number(id))}
        />
      ) : (
        <span className={classes.cage}>
          <CagePill number={cages.find(({ id }) => id === line.cage_id)?.number ?? of} color={color} />
          {moduleOf && <small>{moduleOf(line.cage_id)}</small>}
        </span>
      ),
  }
}
