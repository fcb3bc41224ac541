/** Opens the form of the first feed; its code is loaded when opened. */
import { createWindowHost } from '../../web/ui/overlay/window-host'
import type { FirstFeedRequest } from './first-feed.web'

const firstFeed = createWindowHost<FirstFeedRequest>(() =>
  import('./first-feed.web').then(({ FirstFeed }) => FirstFeed),
)

export const openFirstFeed = firstFeed.open
export const FirstFeedHost = firstFeed.Host
