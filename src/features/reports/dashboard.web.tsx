import { showCount, showKg } from '../../web/format'
import type { Picture } from './dashboard/dashboard-charts.web'
import { DashboardPage } from './dashboard/dashboard-page.web'
import { feedingsByModules, retreatsByPeriod } from './reports.contract'
import { weightsTotal } from './weights/weights.contract'

/** The reports that «Панель хозяйства» draws small. */
const PICTURES: readonly Picture[] = [
  {
    title: 'Биомасса',
    unit: 'кг',
    report: weightsTotal,
    bars: false,
    page: 'weightReports',
    show: (kg) => showKg(kg, 0),
  },
  {
    title: 'Корм',
    unit: 'кг',
    report: feedingsByModules,
    bars: true,
    page: 'feedingReports',
    show: (kg) => showKg(kg, 0),
  },
  {
    title: 'Отход',
    unit: 'шт',
    report: retreatsByPeriod,
    measure: 'count',
    bars: true,
    page: 'retreatReports',
    show: showCount,
  },
]

export const Dashboard = () => <DashboardPage pictures={PICTURES} />
