import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { lazyPart } from '../../web/lazy'

export const round: Feature = {
  menu: [{ title: 'Обход', to: hrefOf('round'), icon: 'feed', onPhone: true }],
  pages: [{ page: 'round', component: lazyPage(() => import('./round.web'), 'RoundPage') }],
}

/** «Как вчера», for a module. */
export const AsYesterday = lazyPart(() => import('./as-yesterday.web').then((module) => module.AsYesterday))
