import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access workshop'

export const workshop: Feature = {
  menu: [
    {
      title: 'Цех',
      to: '/workshop',
      icon: 'knife',
      ability,
      entries: [
        { title: 'Партии', to: '/workshop/batches' },
        { title: 'Продукция', to: '/workshop/goods' },
        { title: 'Переработка', to: '/workshop/transform-goods' },
        { section: 'Документы', title: 'Переработки', to: '/workshop/transforms-journal' },
        { section: 'Документы', title: 'Отгрузки', to: '/workshop/shipping-journal' },
        { section: 'Документы', title: 'Приходы', to: '/journals/workshop-receipts' },
        { section: 'Документы', title: 'Списания', to: '/journals/workshop-write-offs' },
        { section: 'Документы', title: 'Перемещения', to: '/journals/workshop-moves' },
      ],
    },
  ],
  pages: [
    { path: '/workshop/batches', ability, component: lazyPage(() => import('./batches.web'), 'BatchesPage') },
    {
      path: '/workshop/transform-batch/:batchId/:mode?',
      title: 'Переработка партии',
      ability,
      component: lazyPage(() => import('./transform-page.web'), 'TransformBatchPage'),
    },
    {
      path: '/workshop/transform-goods',
      ability,
      component: lazyPage(() => import('./transform-page.web'), 'TransformGoodsPage'),
    },
    {
      path: '/workshop/transforms-journal',
      ability,
      component: lazyPage(() => import('./journals.web'), 'TransformsJournal'),
    },
    {
      path: '/workshop/shipping-journal',
      ability,
      component: lazyPage(() => import('./shipping-journal.web'), 'ShippingJournal'),
    },
  ],
}
