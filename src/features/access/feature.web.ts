import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../web/layout/feature'
import { SignInHost } from './sign-in/sign-in-host.web'

export const access: Feature = {
  pages: [
    {
      path: '/settings',
      component: lazyRouteComponent(() => import('./account/company-settings.web'), 'CompanySettingsPage'),
      ability: 'access settings',
    },
    { path: '/profile', component: lazyRouteComponent(() => import('./account/profile.web'), 'ProfilePage') },
    {
      path: '/profile/change-password',
      component: lazyRouteComponent(() => import('./account/change-password.web'), 'ChangePasswordPage'),
    },
    { path: '/login', guest: true, component: lazyRouteComponent(() => import('./sign-in/login.web'), 'LoginPage') },
    {
      path: '/register',
      guest: true,
      component: lazyRouteComponent(() => import('./sign-in/register.web'), 'RegisterPage'),
    },
    {
      path: '/password/reset',
      guest: true,
      component: lazyRouteComponent(() => import('./sign-in/password-reset.web'), 'PasswordResetPage'),
    },
  ],
  hosts: [SignInHost],
}
