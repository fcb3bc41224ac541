import { route, type Route } from '../../server/http/route'
import { answerUser } from '../../server/session'
import { accessCalls } from './sign-in/access.contract'
import { downloadTicket } from './download-ticket.server'
import { debug } from './error-reports.server'
import { changePassword, checkLink, forgotPassword, resetPassword } from './account/own-password.server'
import { updateCompanySettings, updateProfile, updateUserSettings } from './account/own-settings.server'
import { acceptInvitation, checkInvitation } from './invitation/invitation.server'
import { factorRoutes } from './second-factor/second-factor.server'
import { sessionRoutes } from './sessions/sessions.server'
import { confirmRegistration, register } from './sign-in/registration.server'
import { login, logout, secondStep } from './sign-in/sign-in.server'

export const accessRoutes: Route[] = [
  login,
  secondStep,
  logout,
  register,
  confirmRegistration,
  route(accessCalls.user, async (_, { user, company }) => answerUser({ user, company })),
  forgotPassword,
  checkLink,
  resetPassword,
  checkInvitation,
  acceptInvitation,
  changePassword,
  ...sessionRoutes,
  ...factorRoutes,
  updateProfile,
  updateUserSettings,
  updateCompanySettings,
  downloadTicket,
  debug,
]
