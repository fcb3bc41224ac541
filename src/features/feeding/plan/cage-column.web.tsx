import type { CageRow } from '../../../core/cages/cage.contract'
import { NBSP, showNumber } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
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
  /** how well its average is known; null while nothing is */
  weightOf: (cage: number) => KnownWeight | null
}

export interface KnownWeight {
  /** ± % */
  percent: number | null
  /** days since the last weighing, when that is too long ago */
  old: number | null
}

/** «± 9 %» beside the average, and a sign when it was last weighed too long ago. */
function Doubt({ percent, old, t }: KnownWeight & { t: TFunction }) {
  const weighed = old === null ? null : t('навеска {{days}} дн', { days: old })
  return (
    <small className={classes.doubt} data-old={old === null ? undefined : true}>
      {weighed && (
        <span title={weighed}>
          <Icon name="scale" size={14} label={weighed} />
        </span>
      )}
      {percent !== null && `±${NBSP}${showNumber(percent, 0)}${NBSP}%`}
    </small>
  )
}

/** The cage of a row; of a new one it is chosen. */
export const cageColumn = ({ t, cages, moduleOf, choose, weightOf }: CageColumnProps): EditColumn<GridRow> => {
  const nameOf = ({ id, number }: CageRow) => (moduleOf ? `${number} · ${moduleOf(id)}` : number)
  const options = cages.map((cage) => ({ value: cage.id, label: nameOf(cage), color: cage.color }))
  return {
    key: 'cage',
    title: t('Садок'),
    width: moduleOf ? 190 : 140,
    card: 'head',
    cell: ({ line, of, color }) => {
      const weight = line.cage_id === null ? null : weightOf(line.cage_id)
      return line.cage_id === null ? (
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
          {weight && <Doubt {...weight} t={t} />}
        </span>
      )
    },
  }
}
