/** The receipt of a good, opened by code that only knows the good. */
import { invalidateTags } from '../../../web/query-client'
import { hostOf } from '../../../web/ui/overlay/window-host'
import { arrival, type ArrivalRequest } from '../../goods/arrival-host.web'
import type { Target } from '../fields/form-model.web'

const targetOf = ({ good, onSaved }: ArrivalRequest): Target => ({
  preset: { lines: [{ good_id: good.id }] },
  onSaved: ({ stock_id }) => void invalidateTags(['goods']).then(() => onSaved?.(Number(stock_id))),
})

export const ArrivalHost = hostOf(arrival, async () => {
  const { OperationForm } = await import('./operation-form.web')
  return function Arrival({ opened, onClose, ...request }) {
    return <OperationForm kind="receipt" target={targetOf(request)} opened={opened} onClose={onClose} />
  }
})
