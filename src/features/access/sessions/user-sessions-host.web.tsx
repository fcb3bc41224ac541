import { createWindowHost } from '../../../web/ui/overlay/window-host'

export interface SessionsOf {
  /** of the user */
  id: number
}

/** Opens over any page: `userSessions.open({ id })`. */
export const userSessions = createWindowHost<SessionsOf>(() =>
  import('./user-sessions.web').then(({ UserSessions }) => UserSessions),
)
