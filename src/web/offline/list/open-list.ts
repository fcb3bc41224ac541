import { createWindowHost } from '../../ui/overlay/window-host'

/** «Записи на этом устройстве», opened from the strip, the top bar and the user menu. */
export const { open: openList, Host: ListHost } = createWindowHost<object>(() =>
  import('./outbox-window').then(({ OutboxWindow }) => OutboxWindow),
)
