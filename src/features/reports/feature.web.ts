import { hrefOf, type PageName } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { REPORTS } from './menu.web'
import { officialPages } from './official/pages.web'

const ability = 'access reports'

/** Cards of all of them, below what stands in no section. */
const ALL = { title: 'Все отчёты', to: hrefOf('reportsHome') }

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
      to: hrefOf('reportsHome'),
      icon: 'chart',
      ability,
      entries: [...REPORTS.filter(({ section }) => !section), ALL, ...REPORTS.filter(({ section }) => section)],
    },
  ],
  pages: [
    { page: 'reportsHome', ability, component: lazyPage(() => import('./reports-home.web'), 'ReportsHome') },
    { page: 'dashboard', ability, component: lazyPage(() => import('./dashboard.web'), 'Dashboard') },
    { page: 'farmPlan', ability, component: lazyPage(() => import('./plan/plan-page.web'), 'FarmPlan') },
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
    { page: 'closeOut', ability, component: lazyPage(() => import('./close-out/close-out.web'), 'CloseOutReport') },
    {
      page: 'mortalityControl',
      ability,
      component: lazyPage(() => import('./mortality/mortality.web'), 'MortalityControl'),
    },
    {
      page: 'likeForLike',
      ability,
      component: lazyPage(() => import('./like-for-like/like-for-like.web'), 'LikeForLike'),
    },
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
    ...officialPages,
  ],
}
