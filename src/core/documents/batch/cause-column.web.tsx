import { useMemo } from 'react'
import { useTranslation } from '../../../web/i18n'
import { CellSelect } from '../../../web/ui/grid-edit/cells'
import type { EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import type { CageRow } from '../../cages/cage.contract'
import { useLossCauses } from '../fields/loss-causes.web'
import { cellOf } from './batch-grid.web'
import type { BatchRow, BodyProps, Faults } from './batch-model.web'

interface Row {
  cage: CageRow
  typed: BatchRow
  faults: Faults
}

export const CAUSE = 'loss_cause_id'

/** What the fish of a row died of, and the cause that a pasted name means. */
export function useCauseColumn(change: BodyProps['change']): {
  column: EditColumn<Row>
  causeNamed: (text: string) => string | undefined
} {
  const { t } = useTranslation()
  const { offered, none } = useLossCauses()
  return useMemo(
    () => ({
      causeNamed: (text) => offered.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value,
      column: {
        key: CAUSE,
        title: t('Причина'),
        width: 150,
        card: 'whole',
        cell: (row) => (
          <CellSelect
            {...cellOf(row, CAUSE, t('Причина'), t)}
            options={offered}
            empty={none}
            onChange={(cause) => change(row.cage.id, { [CAUSE]: cause })}
          />
        ),
      },
    }),
    [offered, none, change, t],
  )
}
