import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'manage external apps'
const operator = 'manage companies'

export const jobs: Feature = {
  menu: [
    { title: 'Фоновые задания', to: hrefOf('jobs'), icon: 'clock', ability, account: true },
    {
      title: 'Задания установки',
      to: hrefOf('installationJobs'),
      icon: 'clock',
      ability: operator,
      // tabs lead there from the page of the farm's own
      unless: ability,
      account: true,
    },
  ],
  pages: [
    { page: 'jobs', component: lazyPage(() => import('./jobs.web'), 'JobsPage'), ability },
    {
      page: 'installationJobs',
      component: lazyPage(() => import('./installation-jobs.web'), 'InstallationJobsPage'),
      ability: operator,
    },
    {
      page: 'jobClock',
      title: 'Расписание заданий',
      component: lazyPage(() => import('./clock.web'), 'ClockPage'),
      ability: operator,
    },
    {
      page: 'backups',
      title: 'Копии базы',
      component: lazyPage(() => import('./backups.web'), 'BackupsPage'),
      ability: operator,
    },
  ],
}
