import type { Route } from '../../server/http/route'
import { inviteSeveral } from './invitations/several.server'
import { roleRoutes } from './roles/roles.server'
import { type RemoveOther, userRoutes } from './users/users.server'

export const peopleRoutes = (removeApplication: RemoveOther): Route[] => [
  ...userRoutes(removeApplication),
  inviteSeveral,
  ...roleRoutes,
]
