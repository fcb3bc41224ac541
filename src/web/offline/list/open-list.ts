import { createWindowHost } from '../../ui/overlay/window-host'

/** «Записи на этом устройстве», opened from the strip, the bar and the user's menu. */
export const { open: openList, Host: ListHost } = createWindowHost<object>(() =>
  import('./outbox-window').then(({ OutboxWindow }) => OutboxWindow),
)
