import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../web/layout/feature'
import { CategoryHost } from './cage/category-host.web'
import { FarmSearch } from './farm-search.web'
import type { OfModule } from './phone/phone-page.web'

/** `OfModule` is what another feature offers on a phone for the module that is looked at. */
export const mainPage = (OfModule: OfModule): Feature => ({
  menu: [{ title: 'Садки', to: '/', icon: 'cages', onPhone: true }],
  pages: [
    {
      path: '/',
      component: lazyRouteComponent(async () => {
        const { MainPage } = await import('./main-page.web')
        return { default: () => <MainPage OfModule={OfModule} /> }
      }),
    },
  ],
  hosts: [CategoryHost, FarmSearch],
})
