/** The list of alarm rules: what rings where it is switched on. */
import { densityAlarm } from './core/cages/alarms/density-alarm.server'
import { netAlarm } from './core/cages/alarms/net-alarm.server'
import { bestBeforeAlarm } from './core/documents/lots/best-before-alarm.server'
import { planAlarm, unfedAlarm } from './core/feeding/plan/unfed-alarm.server'
import { supplyAlarm } from './features/feeding/supply/supply-alarm.server'
import { overdueAlarm } from './features/tasks/rules/overdue-alarm.server'
import { oxygenAlarm, supersaturationAlarm } from './features/measurements/alarms/oxygen-alarm.server'
import { measurementAlarm, sensorAlarm } from './features/measurements/alarms/silent-alarms.server'
import { temperatureAlarm } from './features/measurements/alarms/temperature-alarm.server'
import { mortalityAlarm } from './features/reports/mortality/mortality-alarm.server'
import { subscriptionAlarm } from './features/subscription/subscription-alarm.server'
import { registry } from './core/documents/kinds/kinds.server'
import type { AnyAlarmRule } from './server/alarms/rule'

export const alarmRules: AnyAlarmRule[] = [
  oxygenAlarm,
  supersaturationAlarm,
  temperatureAlarm,
  measurementAlarm,
  sensorAlarm,
  mortalityAlarm,
  densityAlarm,
  unfedAlarm,
  planAlarm,
  supplyAlarm,
  bestBeforeAlarm('best_before', 'good', registry.lots),
  bestBeforeAlarm('product_best_before', 'workshop_good', registry.lots),
  netAlarm,
  overdueAlarm,
  subscriptionAlarm,
]
