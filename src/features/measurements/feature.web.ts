import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../web/layout/feature'
import { MeasurementHost } from './measurement-host.web'

export const measurements: Feature = {
  menu: [{ title: 'Замеры', to: '/measurements', icon: 'temp', onPhone: true }],
  pages: [
    {
      path: '/measurements',
      component: lazyRouteComponent(() => import('./measurements-page.web'), 'MeasurementsPage'),
    },
  ],
  hosts: [MeasurementHost],
}
