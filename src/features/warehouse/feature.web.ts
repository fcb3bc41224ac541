import { ArrivalHost } from '../../core/documents/form/arrival.web'
import { goodHosts } from '../../core/goods/sheet/good-windows.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

export const warehouse: Feature = {
  menu: [
    {
      title: 'Склад',
      to: '/stock',
      icon: 'box',
      ability: 'read stocks',
      entries: [
        { section: 'Остатки', title: 'Расходники', to: '/stock/goods' },
        { section: 'Остатки', title: 'Изделия', to: '/stock/items' },
        { section: 'Остатки', title: 'Сроки годности', to: '/stock/best-before' },
        { section: 'Документы', title: 'Приходы', to: '/journals/receipts' },
        { section: 'Документы', title: 'Списания', to: '/journals/write-offs' },
        { section: 'Документы', title: 'Перемещения', to: '/journals/stock-moves' },
        { section: 'Документы', title: 'Заправки', to: '/journals/refills' },
        { section: 'Документы', title: 'Перемещения изделий', to: '/journals/item-moves' },
        { section: 'Документы', title: 'Операции с изделиями', to: '/journals/item-operations' },
        {
          section: 'Инвентаризация',
          title: 'Подсчёт остатков',
          to: '/stock/stocktake',
          ability: 'write stocks',
        },
        { section: 'Инвентаризация', title: 'Инвентаризации', to: '/journals/stocktakes' },
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
