/** «Черновик прихода»: the receipt form with what is to be ordered of one supplier for one place. Nothing is stored. */
import { openOperation } from '../../../core/documents/form/operation.web'
import { useTranslation } from '../../../web/i18n'
import { useWriteGate } from '../../../web/session'
import type { RowAction } from '../../../web/ui/table/view/view'
import type { SupplyRow } from './supply.contract'

const together = (one: SupplyRow, other: SupplyRow) =>
  one.supplier_id === other.supplier_id && one.location_id === other.location_id

const isOrdered = ({ order }: SupplyRow) => order > 0

export function useDraft(rows: readonly SupplyRow[]) {
  const { t } = useTranslation()
  const gate = useWriteGate('write stocks')
  return ({ id }: { id: string }): RowAction[] => {
    const row = rows.find((one) => one.id === id)
    if (!row || !isOrdered(row)) return []
    const lines = rows.filter((one) => isOrdered(one) && together(one, row))
    return [
      {
        icon: 'box',
        title: t('Черновик прихода'),
        disabled: gate !== null,
        disabledReason: gate ?? undefined,
        onClick: () =>
          openOperation('receipt', {
            preset: {
              stock_id: lines.flatMap(({ stock_ids }) => stock_ids)[0] ?? null,
              counterparty_id: row.supplier_id ?? null,
              lines: lines.map(({ good_id, order }) => ({ good_id, amount: order })),
            },
          }),
      },
    ]
  }
}
