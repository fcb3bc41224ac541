/** The window of a brand's norms, opened from the list of brands. A feature provides the window. */
import { createWindowRequests } from '../../web/ui/overlay/window-host'

export interface NormBrand {
  id: number
  name: string
}

export const brandNormsRequests = createWindowRequests<NormBrand>()
export const openBrandNorms = brandNormsRequests.open
