import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { alarmCalls } from './alarms.contract'
import { PushHost } from './telling/push-host.web'

export const alarms: Feature = {
  menu: [{ title: 'Тревоги', to: hrefOf('alarms'), icon: 'alert' }],
  hosts: [PushHost],
  pages: [
    {
      page: 'alarms',
      component: lazyPage(() => import('./alarms-page.web'), 'AlarmsPage'),
      shows: [alarmCalls.open],
    },
  ],
}
