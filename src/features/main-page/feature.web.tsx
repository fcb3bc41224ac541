import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { cageCalls } from '../../core/cages/cage.contract'
import { recentCall } from '../../core/documents/recent/recent.contract'
import { CategoryHost } from './cage/category/category-host.web'
import { FarmSearch } from './farm-search.web'
import { FirstFeedHost } from './first-feed-host.web'
import { isPhone } from '../../web/ui/use-phone'
import type { OfModule } from './phone/phone-page.web'

/** `OfModule` is what another feature shows on a phone for the current module. */
export const mainPage = (OfModule: OfModule): Feature => ({
  menu: [{ title: 'Садки', to: hrefOf('farm'), icon: 'cages', onPhone: true }],
  pages: [
    {
      page: 'farm',
      // public/first-paint.js begins them
      shows: [cageCalls.list, cageCalls.locations, recentCall],
      component: lazyPage(async () => {
        const phone = isPhone()
        const [{ MainPage, PhonePage, WidePage, CageTable }] = await Promise.all([
          import('./main-page.web'),
          // not one after the other: each waits for its styles
          phone ? null : import('./wide-page.web'),
        ])
        await Promise.all((phone ? [PhonePage] : [WidePage, CageTable]).map((part) => part.preload()))
        return { MainPage: () => <MainPage OfModule={OfModule} /> }
      }, 'MainPage'),
    },
  ],
  hosts: [CategoryHost, FarmSearch, FirstFeedHost],
})
