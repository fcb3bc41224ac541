/**
 * Opens the form of a stored operation above another window, which stays open. Apart from its host, because forms open
 * it themselves.
 */
import { createWindowRequests } from '../../../web/ui/overlay/window-host'
import type { Target } from '../fields/form-model.web'
import type { KindName } from '../kinds/kinds.contract'

export interface FormRequest {
  kind: KindName
  target: Target
}

export const above = createWindowRequests<FormRequest>({ stacked: true })
