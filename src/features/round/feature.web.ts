import { lazy } from 'react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../web/layout/feature'

export const round: Feature = {
  menu: [{ title: 'Обход', to: '/round', icon: 'feed', onPhone: true }],
  pages: [{ path: '/round', component: lazyRouteComponent(() => import('./round.web'), 'RoundPage') }],
}

/** «Как вчера», for a module. */
export const AsYesterday = lazy(() => import('./as-yesterday.web').then((module) => ({ default: module.AsYesterday })))
