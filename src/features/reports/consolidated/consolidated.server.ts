/** Routes of the consolidated reports. */
import type { Route } from '../../../server/http/route'
import { dayRoute } from './day/day.server'
import { dayDownload } from './day/day-download.server'
import { periodRoute } from './period/period.server'
import { periodDownload } from './period/period-download.server'

export const consolidatedRoutes: Route[] = [dayRoute, dayDownload, periodRoute, periodDownload]
