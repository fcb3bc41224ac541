import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'manage external apps'
const operator = 'manage companies'

export const jobs: Feature = {
  menu: [
    { title: 'Фоновые задания', to: '/jobs', icon: 'clock', ability, account: true },
    { title: 'Задания установки', to: '/jobs/all', icon: 'clock', ability: operator, account: true },
  ],
  pages: [
    { path: '/jobs', component: lazyPage(() => import('./jobs.web'), 'JobsPage'), ability },
    {
      path: '/jobs/all',
      component: lazyPage(() => import('./installation-jobs.web'), 'InstallationJobsPage'),
      ability: operator,
    },
    {
      path: '/jobs/clock',
      title: 'Расписание заданий',
      component: lazyPage(() => import('./clock.web'), 'ClockPage'),
      ability: operator,
    },
  ],
}
