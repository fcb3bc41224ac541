import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { FactorHost } from './second-factor/factor-host.web'
import { PasswordHost } from './sessions/password-host.web'
import { userSessions } from './sessions/user-sessions-host.web'
import { SignInHost } from './sign-in/sign-in-host.web'

export const access: Feature = {
  menu: [{ title: 'Настройки', to: hrefOf('settings'), icon: 'gear', ability: 'access settings', account: true }],
  pages: [
    {
      page: 'settings',
      component: lazyPage(() => import('./account/company-settings.web'), 'SettingsPage'),
      ability: 'access settings',
    },
    {
      page: 'profile',
      title: 'Личный кабинет',
      component: lazyPage(() => import('./account/profile.web'), 'ProfilePage'),
    },
    {
      page: 'changePassword',
      title: 'Изменение пароля',
      component: lazyPage(() => import('./account/change-password.web'), 'ChangePasswordPage'),
    },
    { page: 'login', guest: true, component: lazyPage(() => import('./sign-in/login.web'), 'LoginPage') },
    {
      page: 'register',
      guest: true,
      component: lazyPage(() => import('./sign-in/register.web'), 'RegisterPage'),
    },
    {
      page: 'passwordReset',
      guest: true,
      component: lazyPage(() => import('./sign-in/password-reset.web'), 'PasswordResetPage'),
    },
    {
      page: 'invitation',
      guest: true,
      component: lazyPage(() => import('./invitation/invitation.web'), 'InvitationPage'),
    },
  ],
  hosts: [SignInHost, FactorHost, PasswordHost, userSessions.Host],
}

/** Where a colleague is signed in, over any page. */
export const openSessions = userSessions.open
