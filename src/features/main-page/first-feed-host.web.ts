/** Opens the form of the first feed; its code comes when it is opened. */
import { summoned } from '../../web/ui/overlay/summoned'
import type { FirstFeedRequest } from './first-feed.web'

const firstFeed = summoned<FirstFeedRequest>(() => import('./first-feed.web').then(({ FirstFeed }) => FirstFeed))

export const openFirstFeed = firstFeed.open
export const FirstFeedHost = firstFeed.Host
