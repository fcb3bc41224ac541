import { analyzeGrown } from '../db/statistics'
import type { Job } from './job'

export const statistics: Job = {
  name: 'statistics',
  title: 'Статистика таблиц',
  kept: false,
  every: '* * * * *',
  run: ({ ownerUrl }) => analyzeGrown(ownerUrl),
}
