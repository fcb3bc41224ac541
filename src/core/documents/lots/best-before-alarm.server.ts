/** Lots in a warehouse whose last good day comes or is over. */
import { sql } from 'kysely'
import type { AlarmReader, AlarmRule, Series } from '../../../server/alarms/rule'
import { minutesOf } from '../../../shared/alarms/moments'
import { addDays, dayOf } from '../../../shared/dates'
import { isExpired, type Part } from '../../../shared/ledger/lots'
import { toUnits } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { at, say, word } from '../../../shared/say'
import { type GoodKind, MEASURES } from '../../goods/good.contract'
import { type LotRules, readHeld } from './lots.server'

interface DatedGood {
  id: number
  name: string
  measure: keyof typeof MEASURES
}

interface Expiring {
  good: DatedGood
  part: Part
  expired: boolean
}

/** Of which any receipt had a last good day up to that date. */
const readDated = ({ tx, company }: AlarmReader, kind: GoodKind, until: string) =>
  tx.rows<DatedGood>(sql`
    select g.id, g.name, g.measure from goods g
    where g.company_id = ${company.id} and g.kind = ${kind} and exists (
      select from operation_lines l where l.company_id = ${company.id} and l.good_id = g.id
        and l.best_before <= ${until}::date)
    order by g.id`)

type Kind = 'best_before' | 'product_best_before'

/** Of goods, and of what the workshop makes: who may know of the one need not know of the other. */
export const bestBeforeAlarm = <K extends Kind>(kind: K, of: GoodKind, rules: LotRules): AlarmRule<K, Expiring> => ({
  kind,
  observe: async (reader, { days }, { end: now }) => {
    const until = addDays(dayOf(now), days)
    const goods = await readDated(reader, of, until)
    const held = await readHeld(reader, rules, { goods: goods.map(({ id }) => id) })
    const seriesOf = (good: DatedGood, stock: number, part: Part): Series<Expiring> => {
      const expired = isExpired(part.lot, dayOf(now))
      const from = minutesOf(`${addDays(part.lot.best_before!, -days)}T00:00`)
      const run = { level: 'bad' as const, from, to: minutesOf(now), worst: 0, danger: expired }
      return {
        ...{ key: `${part.lot.operation}:${part.lot.line}:${stock}`, location: null, cage: null, stock },
        runs: [{ ...run, detail: { good, part, expired } }],
      }
    }
    return goods.flatMap((good) =>
      [...(held.get(good.id) ?? [])].flatMap(([stock, parts]) =>
        parts
          .filter(({ lot: { best_before } }) => best_before !== null && best_before <= until)
          .map((part) => seriesOf(good, stock, part)),
      ),
    )
  },
  tell: ({ good, part: { lot, amount }, expired }) => {
    const values = {
      good: good.name,
      day: at(lot.best_before!),
      amount: toUnits(amount),
      unit: word(MEASURES[good.measure].name),
    }
    return expired
      ? say('«{{good}}»: срок истёк {{day}}, осталось {{amount}} {{unit}}', values)
      : say('«{{good}}»: срок до {{day}}, осталось {{amount}} {{unit}}', values)
  },
  href: () => hrefOf('bestBefore', {}),
})
