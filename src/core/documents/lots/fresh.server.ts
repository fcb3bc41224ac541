/** Refuses to give expired goods: when less unexpired stock is there than is taken. */
import { sql } from 'kysely'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { dayOf } from '../../../shared/dates'
import { isExpired, type Part } from '../../../shared/ledger/lots'
import { toUnits } from '../../../shared/numbers'
import { at, type Phrase, say, word } from '../../../shared/say'
import { MEASURES } from '../../goods/good.contract'
import { type LotRules, readHeld } from './lots.server'

/** The amount a document takes of a good, and its field. */
export interface Taking {
  good: number
  stock: number
  at: string
  operation: number
  /** millionths */
  amount: number
  field: string
}

interface DatedGood {
  id: number
  name: string
  measure: keyof typeof MEASURES
}

/** Goods of which any receipt ever had a last good day: only these need the check. */
const datedOf = ({ tx, company }: Context, ids: number[]) =>
  tx.rows<DatedGood>(sql`
    select g.id, g.name, g.measure from goods g where g.company_id = ${company.id} and g.id = any(${ids}::int[])
      and exists (
        select from operation_lines l where l.company_id = ${company.id} and l.good_id = g.id
          and l.best_before is not null)`)

/** The lots in the warehouse just before the document takes its amount. */
async function heldBefore(context: Context, rules: LotRules, { good, stock, at, operation }: Taking): Promise<Part[]> {
  const lots = await readHeld(context, rules, { goods: [good], until: at, before: operation, except: operation })
  return lots.get(good)?.get(stock) ?? []
}

function faultOf(good: DatedGood, taking: Taking, held: Part[]): Phrase | null {
  const day = dayOf(taking.at)
  const expired = held.filter(({ lot }) => isExpired(lot, day)).map(({ lot }) => lot.best_before!)
  const fresh = held.reduce((sum, { lot, amount }) => (isExpired(lot, day) ? sum : sum + amount), 0)
  if (expired.length === 0 || fresh >= taking.amount) return null
  return say('Срок годности «{{good}}» истёк {{day}}: годного {{amount}} {{unit}}', {
    good: good.name,
    day: at(expired.sort().at(-1)!),
    amount: toUnits(fresh),
    unit: word(MEASURES[good.measure].name),
  })
}

/** Checks stored documents: what they take of a good that expires has to be good on their day. */
export async function requireFresh(context: Context, rules: LotRules, takings: Taking[]): Promise<void> {
  if (takings.length === 0) return
  const goods = new Map(
    (await datedOf(context, [...new Set(takings.map(({ good }) => good))])).map((good) => [good.id, good]),
  )
  const faults: Record<string, Phrase> = {}
  for (const taking of takings) {
    const good = goods.get(taking.good)
    const fault = good && faultOf(good, taking, await heldBefore(context, rules, taking))
    if (fault) faults[taking.field] = fault
  }
  if (Object.keys(faults).length > 0) throw fieldErrors(faults)
}
