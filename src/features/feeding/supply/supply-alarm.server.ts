/** Feed that has to be ordered, or it runs out. */
import type { AlarmRule } from '../../../server/alarms/rule'
import { minutesOf } from '../../../shared/alarms/moments'
import { addDays, dayOf } from '../../../shared/dates'
import type { Order } from '../../../shared/feeding/supply'
import { hrefOf } from '../../../shared/pages'
import { COMMON } from './places.server'
import { orderText, readOrdered } from './supply-notices.server'

interface Ordered extends Order {
  feed: string
}

const UNLIMITED = { location_ids: null, stock_ids: null }

export const supplyAlarm: AlarmRule<'supply', Ordered> = {
  kind: 'supply',
  observe: async (reader, { days }, { end: now }) => {
    const last = addDays(dayOf(now), days)
    const lines = await readOrdered({ ...reader, user: UNLIMITED })
    return lines.flatMap(({ feed, place, stocks, behind, order }) => {
      if (order!.orderBy > last) return []
      const held = [...new Set([...stocks, ...behind].map(({ stock }) => stock))]
      const detail = { ...order!, feed: feed.name }
      const from = minutesOf(`${addDays(order!.orderBy, -days)}T00:00`)
      const run = { level: 'bad' as const, from, to: minutesOf(now), worst: 0, danger: order!.late, detail }
      return {
        key: `${feed.id}:${place}`,
        location: place === COMMON ? null : place,
        cage: null,
        stock: held.length === 1 ? held[0]! : null,
        stocks: held,
        runs: [run],
      }
    })
  },
  tell: ({ feed, runsOut, orderBy }) => orderText(feed, { runsOut, orderBy }),
  href: () => hrefOf('feedSupply', {}),
}
