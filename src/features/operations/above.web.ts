/** The form of a stored operation over another window, which stays as it is. */
import type { ComponentType } from 'react'
import { summoned } from '../../web/ui/summoned'
import type { Target } from './form-model.web'
import type { KindName } from './kinds.contract'

export interface FormRequest {
  kind: KindName
  target: Target
  /** it lies over another form */
  over?: boolean
}

type Form = ComponentType<FormRequest & { opened: boolean; onClose: () => void }>
let load: () => Promise<Form>

/** The form opens forms itself, so it is named by its host. */
export const loadAboveBy = (given: () => Promise<Form>): void => void (load = given)

export const above = summoned<FormRequest>(() => load())
