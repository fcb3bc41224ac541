import { hostOf } from '../../web/ui/overlay/summoned'
import { createRequests } from './create.web'

export const CreateHost = hostOf(createRequests, () =>
  import('./library-window.web').then(({ LibraryWindow }) => LibraryWindow),
)
