/** Routes of the official sheets. */
import type { Route } from '../../../server/http/route'
import { dayCardRoutes } from './day-card/day-card.server'
import { holdingRoute } from './holding/holding.server'
import { movementRoute } from './movement/movement.server'
import { stockingsRoute } from './stockings/stockings.server'
import { volumesRoute } from './volumes/volumes.server'

export const officialRoutes: Route[] = [volumesRoute, stockingsRoute, movementRoute, ...dayCardRoutes, holdingRoute]
