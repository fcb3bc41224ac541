import type { Endpoint } from '../../shared/contract'
import type { Route } from '../../server/http/route'
import { apiControlRoutes } from './api-control.server'
import { externalAppRoutes } from './external-apps.server'
import { outputRoutes } from './output.server'

/** `endpoints` are those of the whole application. */
export const outsideRoutes = (endpoints: () => Endpoint[]): Route[] => [
  ...externalAppRoutes,
  ...apiControlRoutes(endpoints),
  ...outputRoutes,
]
