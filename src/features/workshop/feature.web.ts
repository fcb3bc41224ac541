import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

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
        { title: 'Переработка продукции', to: '/workshop/transform-goods' },
        { title: 'Журнал переработки', to: '/workshop/transforms-journal' },
        { title: 'Журнал отгрузок', to: '/workshop/shipping-journal' },
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
