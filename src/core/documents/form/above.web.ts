/**
 * The form of a stored operation over another window, which stays as it is. Apart from its host, since forms open it
 * themselves.
 */
import { createWindowRequests } from '../../../web/ui/overlay/window-host'
import type { Target } from '../fields/form-model.web'
import type { KindName } from '../kinds/kinds.contract'

export interface FormRequest {
  kind: KindName
  target: Target
}

export const above = createWindowRequests<FormRequest>({ stacked: true })
