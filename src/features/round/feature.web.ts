import { lazy } from 'react'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const round: Feature = {
  menu: [{ title: 'Обход', to: '/round', icon: 'feed', onPhone: true }],
  pages: [{ path: '/round', component: lazyPage(() => import('./round.web'), 'RoundPage') }],
}

/** «Как вчера», for a module. */
export const AsYesterday = lazy(() => import('./as-yesterday.web').then((module) => ({ default: module.AsYesterday })))
