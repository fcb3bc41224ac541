import { summoned } from '../../ui/overlay/summoned'

/** «Записи на этом устройстве», opened from the strip, the bar and the user's menu. */
export const { open: openList, Host: ListHost } = summoned<object>(() =>
  import('./outbox-window').then(({ OutboxWindow }) => OutboxWindow),
)
