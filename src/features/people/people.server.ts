import type { Route } from '../../server/http/route'
import { roleRoutes } from './roles/roles.server'
import { userRoutes } from './users/users.server'

export const peopleRoutes: Route[] = [...userRoutes, ...roleRoutes]
