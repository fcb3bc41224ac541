import type { Route } from '../../server/http/route'
import { externalAppRoutes } from './external-apps.server'
import { outputRoutes } from './output.server'

export const outsideRoutes: Route[] = [...externalAppRoutes, ...outputRoutes]
