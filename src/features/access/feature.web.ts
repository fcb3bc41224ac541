import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { FactorHost } from './second-factor/factor-host.web'
import { PasswordHost } from './sessions/password-host.web'
import { userSessions } from './sessions/user-sessions-host.web'
import { SignInHost } from './sign-in/sign-in-host.web'

export const access: Feature = {
  menu: [{ title: 'Настройки', to: '/settings', icon: 'gear', ability: 'access settings', account: true }],
  pages: [
    {
      path: '/settings',
      component: lazyPage(() => import('./account/company-settings.web'), 'SettingsPage'),
      ability: 'access settings',
    },
    {
      path: '/profile',
      title: 'Личный кабинет',
      component: lazyPage(() => import('./account/profile.web'), 'ProfilePage'),
    },
    {
      path: '/profile/change-password',
      title: 'Изменение пароля',
      component: lazyPage(() => import('./account/change-password.web'), 'ChangePasswordPage'),
    },
    { path: '/login', guest: true, component: lazyPage(() => import('./sign-in/login.web'), 'LoginPage') },
    {
      path: '/register',
      guest: true,
      component: lazyPage(() => import('./sign-in/register.web'), 'RegisterPage'),
    },
    {
      path: '/password/reset',
      guest: true,
      component: lazyPage(() => import('./sign-in/password-reset.web'), 'PasswordResetPage'),
    },
    {
      path: '/invitation',
      guest: true,
      component: lazyPage(() => import('./invitation/invitation.web'), 'InvitationPage'),
    },
  ],
  hosts: [SignInHost, FactorHost, PasswordHost, userSessions.Host],
}

/** Where a colleague is signed in, over any page. */
export const openSessions = userSessions.open
