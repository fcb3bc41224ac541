import { ArrivalHost } from '../../core/goods/arrival-host.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const warehouse: Feature = {
  menu: [
    {
      title: 'Склад',
      to: '/stock',
      icon: 'box',
      ability: 'read stocks',
      entries: [
        { title: 'Расходники', to: '/stock/goods' },
        { title: 'Изделия', to: '/stock/items' },
      ],
    },
  ],
  pages: [
    {
      path: '/stock/goods',
      component: lazyPage(() => import('./goods.web'), 'GoodsPage'),
      ability: 'read stocks',
    },
    {
      path: '/stock/items',
      component: lazyPage(() => import('./items.web'), 'ItemsPage'),
      ability: 'read stocks',
    },
  ],
  hosts: [ArrivalHost],
}
