/** The list of notices: what the bell tells of. */
import { warehouseNotices } from './features/warehouse/warehouse-notices.server'
import { newDevices } from './features/access/sessions/device-notices.server'
import { wrongCodes } from './features/access/second-factor/wrong-code-notices.server'
import { factorSwitchedOff } from './features/access/second-factor/factor-notices.server'
import { acceptedInvitations } from './features/people/invitations/accepted-notices.server'
import { silentApps } from './features/outside/silent-notices.server'
import { doneTwice } from './core/documents/twins/twins.server'
import { unfedByPlan } from './core/feeding/plan/unfed-notices.server'
import { outgrownCategories } from './features/main-page/cage/category/category-notices.server'
import { feedRunsOut } from './features/feeding/supply/supply-notices.server'
import { weighFirst } from './features/feeding/to-weigh/to-weigh-notices.server'
import { unsentReports } from './features/views/letter-notices.server'
import { tasksDue } from './features/tasks/due-notices.server'
import { lateBackups } from './features/jobs/backups.server'
import { alarmNotices } from './features/alarms/alarm-notices.server'
import { proposed } from './features/assistants/proposal-notices.server'
import type { NoticeSource } from './server/notices/notices'

export const notices: NoticeSource[] = [
  ...warehouseNotices,
  newDevices,
  wrongCodes,
  factorSwitchedOff,
  acceptedInvitations,
  silentApps,
  doneTwice,
  unfedByPlan,
  outgrownCategories,
  feedRunsOut,
  weighFirst,
  unsentReports,
  tasksDue,
  lateBackups,
  ...alarmNotices,
  proposed,
]
