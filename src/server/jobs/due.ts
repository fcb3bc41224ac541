/** The moments at which a job is due: cron, UTC. */
import cron from 'cron-parser'

export const lastDue = (every: string, before: Date): Date =>
  cron.parseExpression(every, { currentDate: before, tz: 'UTC' }).prev().toDate()

export const nextDue = (every: string): Date => cron.parseExpression(every, { tz: 'UTC' }).next().toDate()
