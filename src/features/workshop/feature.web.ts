import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access workshop'

export const workshop: Feature = {
  menu: [
    {
      title: 'Цех',
      to: hrefOf('batches'),
      icon: 'knife',
      ability,
      entries: [
        { title: 'Партии', to: hrefOf('batches') },
        { title: 'Продукция', to: hrefOf('products') },
        { title: 'Переработка', to: hrefOf('transformGoods') },
        { section: 'Документы', title: 'Переработки', to: hrefOf('transforms') },
        { section: 'Документы', title: 'Отгрузки', to: hrefOf('shipments') },
        { section: 'Документы', title: 'Приходы', to: hrefOf('journal', { path: 'workshop-receipts' }) },
        { section: 'Документы', title: 'Списания', to: hrefOf('journal', { path: 'workshop-write-offs' }) },
        { section: 'Документы', title: 'Перемещения', to: hrefOf('journal', { path: 'workshop-moves' }) },
      ],
    },
  ],
  pages: [
    { page: 'batches', ability, component: lazyPage(() => import('./batches.web'), 'BatchesPage') },
    {
      page: 'transformBatch',
      title: 'Переработка партии',
      ability,
      component: lazyPage(() => import('./transform-page.web'), 'TransformBatchPage'),
    },
    {
      page: 'transformGoods',
      ability,
      component: lazyPage(() => import('./transform-page.web'), 'TransformGoodsPage'),
    },
    {
      page: 'transforms',
      ability,
      component: lazyPage(() => import('./journals.web'), 'TransformsJournal'),
    },
    {
      page: 'shipments',
      ability,
      component: lazyPage(() => import('./shipping-journal.web'), 'ShippingJournal'),
    },
  ],
}
