import { route, type Route, writtenRoute } from '../../../server/http/route'
import { factors, takeFactor } from './factors.server'
import { forecastCalls } from './forecast.contract'
import { forecast } from './forecast.server'
import { target } from './target.server'

export const forecastRoutes: Route[] = [
  writtenRoute(forecastCalls.forecast, forecast),
  route(forecastCalls.target, target),
  route(forecastCalls.factors, factors),
  route(forecastCalls.takeFactor, takeFactor),
]
