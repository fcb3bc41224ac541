import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'
import { CategoryHost } from './cage/category-host.web'
import { FarmSearch } from './farm-search.web'
import { FirstFeedHost } from './first-feed-host.web'
import type { OfModule } from './phone/phone-page.web'

/** `OfModule` is what another feature offers on a phone for the module that is looked at. */
export const mainPage = (OfModule: OfModule): Feature => ({
  menu: [{ title: 'Садки', to: '/', icon: 'cages', onPhone: true }],
  pages: [
    {
      path: '/',
      component: lazyPage(async () => {
        const { MainPage } = await import('./main-page.web')
        return { MainPage: () => <MainPage OfModule={OfModule} /> }
      }, 'MainPage'),
    },
  ],
  hosts: [CategoryHost, FarmSearch, FirstFeedHost],
})
