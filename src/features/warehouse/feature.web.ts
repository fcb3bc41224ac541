import { ArrivalHost } from '../../core/documents/form/arrival.web'
import { goodHosts } from '../../core/goods/sheet/good-windows.web'
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
        { title: 'Сроки годности', to: '/stock/best-before' },
        { title: 'Приходы', to: '/journals/receipts' },
        { title: 'Списания', to: '/journals/write-offs' },
        { title: 'Перемещения', to: '/journals/stock-moves' },
        { title: 'Заправки', to: '/journals/refills' },
        { title: 'Инвентаризация', to: '/stock/stocktake' },
        { title: 'Журнал инвентаризаций', to: '/journals/stocktakes' },
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
    {
      path: '/stock/stocktake',
      component: lazyPage(() => import('./stocktake-page.web'), 'StocktakePage'),
      ability: 'write stocks',
    },
    {
      path: '/stock/best-before',
      component: lazyPage(() => import('./best-before.web'), 'BestBeforePage'),
      ability: 'read stocks',
    },
    {
      path: '/workshop/goods',
      component: lazyPage(() => import('./goods.web'), 'WorkshopGoodsPage'),
      ability: 'access workshop',
    },
  ],
  hosts: [ArrivalHost, ...goodHosts],
}
