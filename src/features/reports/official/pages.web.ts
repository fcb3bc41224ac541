/** Pages of the official sheets; the menu leads to their list. */
import type { Page } from '../../../web/layout/feature'
import { lazyPage } from '../../../web/router/router'

const ability = 'access reports'

export const officialPages: readonly Page[] = [
  { page: 'officialSheets', ability, component: lazyPage(() => import('./sheets-page.web'), 'OfficialSheets') },
  {
    page: 'officialMovement',
    title: 'Ведомость движения рыбы',
    ability,
    component: lazyPage(() => import('./movement/movement-page.web'), 'MovementSheet'),
  },
  {
    page: 'officialCards',
    title: 'Карточка движения за день',
    ability,
    component: lazyPage(() => import('./day-card/day-card-page.web'), 'DayCardSheet'),
  },
  {
    page: 'officialStockings',
    title: 'Акт зарыбления',
    ability,
    component: lazyPage(() => import('./stockings/stockings-page.web'), 'StockingAct'),
  },
  {
    page: 'officialVolumes',
    title: 'Сводка для приказа № 691',
    ability,
    component: lazyPage(() => import('./volumes/volumes-page.web'), 'VolumesSheet'),
  },
  {
    page: 'officialHolding',
    title: 'Справка о стоимости и биомассе по садкам',
    ability,
    component: lazyPage(() => import('./holding/holding-page.web'), 'HoldingSheet'),
  },
]
