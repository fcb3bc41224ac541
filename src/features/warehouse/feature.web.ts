import { hrefOf } from '../../shared/pages'
import { ArrivalHost } from '../../core/documents/form/arrival.web'
import { goodHosts } from '../../core/goods/sheet/good-windows.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

export const warehouse: Feature = {
  menu: [
    {
      title: 'Склад',
      to: hrefOf('goods'),
      icon: 'box',
      ability: 'read stocks',
      entries: [
        { section: 'Остатки', title: 'Расходники', to: hrefOf('goods') },
        { section: 'Остатки', title: 'Изделия', to: hrefOf('items') },
        { section: 'Остатки', title: 'Сроки годности', to: hrefOf('bestBefore') },
        { section: 'Документы', title: 'Приходы', to: hrefOf('journal', { path: 'receipts' }) },
        { section: 'Документы', title: 'Списания', to: hrefOf('journal', { path: 'write-offs' }) },
        { section: 'Документы', title: 'Перемещения', to: hrefOf('journal', { path: 'stock-moves' }) },
        { section: 'Документы', title: 'Заправки', to: hrefOf('journal', { path: 'refills' }) },
        { section: 'Документы', title: 'Перемещения изделий', to: hrefOf('journal', { path: 'item-moves' }) },
        { section: 'Документы', title: 'Операции с изделиями', to: hrefOf('journal', { path: 'item-operations' }) },
        {
          section: 'Инвентаризация',
          title: 'Подсчёт остатков',
          to: hrefOf('stocktake'),
          ability: 'write stocks',
        },
        { section: 'Инвентаризация', title: 'Инвентаризации', to: hrefOf('journal', { path: 'stocktakes' }) },
      ],
    },
  ],
  pages: [
    {
      page: 'goods',
      component: lazyPage(() => import('./goods.web'), 'GoodsPage'),
      ability: 'read stocks',
    },
    {
      page: 'items',
      component: lazyPage(() => import('./items.web'), 'ItemsPage'),
      ability: 'read stocks',
    },
    {
      page: 'stocktake',
      component: lazyPage(() => import('./stocktake-page.web'), 'StocktakePage'),
      ability: 'write stocks',
    },
    {
      page: 'bestBefore',
      component: lazyPage(() => import('./best-before.web'), 'BestBeforePage'),
      ability: 'read stocks',
    },
    {
      page: 'products',
      component: lazyPage(() => import('./goods.web'), 'WorkshopGoodsPage'),
      ability: 'access workshop',
    },
  ],
  hosts: [ArrivalHost, ...goodHosts],
}
