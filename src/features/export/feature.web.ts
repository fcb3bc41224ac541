import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'export data'

export const exportData: Feature = {
  menu: [{ title: 'Выгрузка данных', to: hrefOf('exportData'), icon: 'xls', ability, account: true }],
  pages: [{ page: 'exportData', ability, component: lazyPage(() => import('./export-page.web'), 'ExportPage') }],
}
