import { analyzeGrown } from '../db/statistics'
import type { Job } from './job'

export const statistics: Job = {
  name: 'statistics',
  every: '* * * * *',
  run: ({ ownerUrl }) => analyzeGrown(ownerUrl),
}
