/** A subscription that ends soon, or has ended. */
import { sql } from 'kysely'
import type { AlarmRule } from '../../server/alarms/rule'
import { minutesOf } from '../../shared/alarms/moments'
import { addDays, dayOf } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { at, say } from '../../shared/say'

export const subscriptionAlarm: AlarmRule<'subscription', string> = {
  kind: 'subscription',
  observe: async ({ tx, company }, { days }, { end: now }) => {
    const today = dayOf(now)
    const last = await tx.maybe<{ day: string }>(sql`
      select max(end_date)::text as day from subscriptions where company_id = ${company.id}
      having max(end_date) <= ${addDays(today, days)}::date`)
    const observed = (day: string) => ({
      ...{ level: 'bad' as const, worst: 0, danger: day < today, detail: day },
      from: minutesOf(`${addDays(day, -days)}T00:00`),
      to: minutesOf(now),
    })
    return last ? [{ key: '', location: null, cage: null, stock: null, runs: [observed(last.day)] }] : []
  },
  tell: (day) => say('Последний день подписки — {{day}}', { day: at(day) }),
  href: () => hrefOf('subscription'),
}
