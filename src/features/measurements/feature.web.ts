import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { MeasurementHost } from './measurement-host.web'

export const measurements: Feature = {
  menu: [{ title: 'Замеры', to: hrefOf('measurements'), icon: 'temp', onPhone: true }],
  pages: [
    {
      page: 'measurements',
      component: lazyPage(() => import('./measurements-page.web'), 'MeasurementsPage'),
    },
  ],
  hosts: [MeasurementHost],
}
