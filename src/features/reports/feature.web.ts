import { hrefOf, type PageName } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access reports'

const page = (name: PageName, component: 'FeedingReports' | 'RetreatReports' | 'WithdrawalReports' | 'WeightReports') =>
  ({
    page: name,
    ability,
    component: lazyPage(() => import('./report-pages.web'), component),
  }) as const

export const reports: Feature = {
  menu: [
    {
      title: 'Отчёты',
      to: hrefOf('feedingReports'),
      icon: 'chart',
      ability,
      entries: [
        { title: 'Кормление', to: hrefOf('feedingReports') },
        { title: 'Отходы', to: hrefOf('retreatReports') },
        { title: 'Подъёмы рыбы', to: hrefOf('withdrawalReports') },
        { title: 'Сводный', to: hrefOf('consolidated') },
        { title: 'Сводный за период', to: hrefOf('consolidatedForPeriod') },
        { title: 'Навески и биомасса', to: hrefOf('weightReports') },
        { title: 'Годовой отчёт', to: hrefOf('annualReport') },
        { title: 'Себестоимость рыбы', to: hrefOf('fishCost') },
        { title: 'Расходники', to: hrefOf('stockReports') },
        { title: 'Прирост и расход продукции', to: hrefOf('productTransactions'), ability: 'access workshop' },
        { title: 'Оборотно-сальдовая ведомость', to: hrefOf('goodTurnover'), ability: 'read stocks' },
        { title: 'Ведомость по продукции', to: hrefOf('productTurnover'), ability: 'access workshop' },
      ],
    },
  ],
  pages: [
    page('feedingReports', 'FeedingReports'),
    page('retreatReports', 'RetreatReports'),
    page('withdrawalReports', 'WithdrawalReports'),
    {
      page: 'consolidated',
      ability,
      component: lazyPage(() => import('./consolidated/day/day-page.web'), 'ConsolidatedReport'),
    },
    {
      page: 'consolidatedForPeriod',
      ability,
      component: lazyPage(() => import('./consolidated/period/period-page.web'), 'ConsolidatedForPeriod'),
    },
    page('weightReports', 'WeightReports'),
    { page: 'annualReport', ability, component: lazyPage(() => import('./annual/annual.web'), 'AnnualReport') },
    { page: 'fishCost', ability, component: lazyPage(() => import('./fish-cost/fish-cost.web'), 'FishCost') },
    {
      page: 'stockReports',
      ability,
      component: lazyPage(() => import('./consumables/consumables.web'), 'ConsumableReports'),
    },
    {
      page: 'productTransactions',
      ability: 'access workshop',
      component: lazyPage(() => import('./consumables/consumables.web'), 'ProductTransactions'),
    },
    {
      page: 'goodTurnover',
      ability: 'read stocks',
      component: lazyPage(() => import('./turnover/turnover.web'), 'GoodTurnover'),
    },
    {
      page: 'productTurnover',
      ability: 'access workshop',
      component: lazyPage(() => import('./turnover/turnover.web'), 'ProductTurnover'),
    },
  ],
}
