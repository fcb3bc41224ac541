import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'view feed calcs'

export const feeding: Feature = {
  menu: [
    {
      title: 'Кормление',
      to: hrefOf('feedingCalcs'),
      icon: 'feed',
      ability,
      entries: [
        { title: 'Назначение кормов', to: hrefOf('feedingCalcs') },
        { title: 'План кормления', to: hrefOf('feedingPlan') },
        { title: 'Что взвесить', to: hrefOf('toWeigh') },
        { title: 'Проверка расчётов', to: hrefOf('feedingTest') },
        { title: 'Запас корма', to: hrefOf('feedSupply'), ability: 'read stocks' },
        { title: 'Прогноз', to: hrefOf('feedingForecast') },
        { title: 'Прирост', to: hrefOf('feedingGrowth') },
        { title: 'План вылова', to: hrefOf('feedingHarvest') },
      ],
    },
  ],
  pages: [
    {
      page: 'feedingCalcs',
      ability,
      component: lazyPage(() => import('./calcs/calcs-page.web'), 'CalcsPage'),
    },
    {
      page: 'feedingTest',
      ability,
      component: lazyPage(() => import('./tester/tester-page.web'), 'TesterPage'),
    },
    {
      page: 'feedingGrowth',
      ability,
      component: lazyPage(() => import('./growth/growth-page.web'), 'GrowthPage'),
    },
    {
      page: 'feedSupply',
      ability: [ability, 'read stocks'],
      component: lazyPage(() => import('./supply/supply-page.web'), 'SupplyPage'),
    },
    {
      page: 'feedingForecast',
      ability,
      component: lazyPage(() => import('./forecast/forecast-page.web'), 'ForecastPage'),
    },
    {
      page: 'toWeigh',
      ability,
      component: lazyPage(() => import('./to-weigh/to-weigh-page.web'), 'ToWeighPage'),
    },
    {
      page: 'feedingHarvest',
      ability,
      component: lazyPage(() => import('./harvest/harvest-page.web'), 'HarvestPage'),
    },
    {
      page: 'feedingPlan',
      ability,
      component: lazyPage(() => import('./plan/plan-page.web'), 'PlanPage'),
    },
  ],
}
