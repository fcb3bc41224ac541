/**
 * Later documents that a change of the past leaves with expired goods: what they took was good when they were entered.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { dayOf } from '../../../shared/dates'
import { entryKey, isExpired, type Lots } from '../../../shared/ledger/lots'
import type { Warning } from '../../../shared/ledger/warnings'
import { type LotRules, readLots } from './lots.server'

export interface Dose {
  operation: number
  good: number
  at: string
  cage: string | null
  location: number
  /** millionths of it that had expired on its day */
  expired: number
}

interface Changed {
  goods: number[]
  /** the first instant that may differ */
  from: string
  /** the document that changes */
  except: number
}

/** So many are looked at: the first is told. */
const MOST = 500

const readDoses = ({ tx, company }: Context, { freshOnly }: LotRules, { goods, from, except }: Changed) =>
  tx.rows<Omit<Dose, 'expired'>>(sql`
    select o.id as operation, o.good_id as good, o.at, c.number as cage, c.location_id as location from operations o
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    where o.company_id = ${company.id} and o.kind = any(${freshOnly}::text[]) and o.good_id = any(${goods}::int[])
      and o.at >= ${from}::timestamp and o.id <> ${except}::bigint
    order by o.at, o.id limit ${MOST}`)

function expiredIn(lots: Lots | undefined, { operation, at }: Omit<Dose, 'expired'>): number {
  const parts = lots?.parts.get(entryKey({ operation, line: 0 })) ?? []
  return parts.reduce((sum, { lot, amount }) => (isExpired(lot, dayOf(at)) ? sum + amount : sum), 0)
}

/** As the books stand now. */
export async function laterDoses(context: Context, rules: LotRules, changed: Changed): Promise<Dose[]> {
  if (changed.goods.length === 0) return []
  const doses = await readDoses(context, rules, changed)
  const goods = [...new Set(doses.map(({ good }) => good))]
  const lots = await readLots(context, rules, { goods })
  return doses.map((dose) => ({ ...dose, expired: expiredIn(lots.get(dose.good), dose) }))
}

/** The first one that had less expired stock `before`. The cage in a closed module has no number. */
export function warnOfLaterDose({ user }: Context, before: readonly Dose[], after: readonly Dose[]): Warning[] {
  const former = new Map(before.map(({ operation, expired }) => [operation, expired]))
  const first = after.find(({ operation, expired }) => expired > (former.get(operation) ?? 0))
  if (!first) return []
  return [{ about: 'later', at: first.at, cage: scope(user).opensModule(first.location) ? first.cage : null }]
}
