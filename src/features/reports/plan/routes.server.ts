import type { Route } from '../../../server/http/route'
import { cellRoutes, type FarmAhead } from './plan.server'
import { planFactsRoute } from './plan-facts.server'

/** @param farmAhead what the forecast of growth tells */
export const planRoutes = (farmAhead: FarmAhead): Route[] => [...cellRoutes(farmAhead), planFactsRoute]
