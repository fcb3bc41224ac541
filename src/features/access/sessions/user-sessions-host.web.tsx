import { summoned } from '../../../web/ui/overlay/summoned'

export interface SessionsOf {
  /** of the user */
  id: number
}

/** Opens over any page: `userSessions.open({ id })`. */
export const userSessions = summoned<SessionsOf>(() =>
  import('./user-sessions.web').then(({ UserSessions }) => UserSessions),
)
