/** Goods for the forms of feeding and treatment, what was last given to a cage, and the last warehouse. */
import { useMemo } from 'react'
import { NBSP, showAmount } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import { note, noted, notedObject } from '../../../web/offline/noted'
import { callKey, queryClient, useCall } from '../../../web/query-client'
import type { Option } from '../../../web/ui/fields/select-field'
import { usePhone } from '../../../web/ui/use-phone'
import { usePending } from '../../cages/pending.web'
import { callsOfKind, goodCalls } from '../../goods/good-calls.contract'
import { type GoodKind, type GoodRow } from '../../goods/good.contract'
import { toKg, toMg } from '../../../shared/numbers'

const lessTaken = (good: GoodRow, taken: ReadonlyMap<string, number>): GoodRow => {
  const moved = [...taken].flatMap(([pair, amount]) => {
    const [id, stock] = pair.split(':')
    return Number(id) === good.id ? [[stock!, amount] as const] : []
  })
  if (moved.length === 0) return good
  const amounts = new Map(Object.entries(good.stocks_count).map(([stock, amount]) => [stock, toMg(amount)]))
  for (const [stock, amount] of moved) amounts.set(stock, Math.max(0, (amounts.get(stock) ?? 0) - amount))
  const left = [...amounts].map(([stock, amount]) => [stock, toKg(amount)] as const)
  const stocks_count = Object.fromEntries(left.filter(([, amount]) => amount > 0))
  return { ...good, stocks_count, total: toKg(left.reduce((sum, [, amount]) => sum + toMg(amount), 0)) }
}

interface Goods {
  goods: GoodRow[]
  /** warehouse id → name */
  stocks: Map<string, string>
  known: boolean
}

const NOTHING_OWN = {}

/**
 * Goods of one type, or all: active ones and those of the edited row. Records that wait on this device are included in
 * the amounts.
 */
export function useGoods(
  type?: GoodRow['type'],
  own: { good?: unknown; stock?: unknown } = NOTHING_OWN,
  kind: GoodKind = 'good',
): Goods {
  const goods = useCall(callsOfKind[kind].list, type ? { type } : {})
  const stocks = useCall(goodCalls.allStocks, {})
  const { taken } = usePending()
  return useMemo(
    () => ({
      goods: Object.values(goods.data ?? {})
        .filter((good) => (!type || good.type === type) && (!good.archived || [own.good].flat().includes(good.id)))
        .map((good) => lessTaken(good, taken))
        .sort((one, other) => one.name.localeCompare(other.name, 'ru')),
      stocks: new Map(
        (stocks.data ?? [])
          .filter(({ id, archived }) => !archived || id === own.stock)
          .map(({ id, name }) => [String(id), name]),
      ),
      known: goods.data !== undefined && stocks.data !== undefined,
    }),
    [goods.data, stocks.data, taken, type, own.good, own.stock],
  )
}

/** A good as it was last fetched, for code outside of components. */
export const cachedGood = (type: GoodRow['type'], id: string | undefined): GoodRow | undefined =>
  Object.values(queryClient.getQueryData<Record<string, GoodRow>>(callKey(goodCalls.list, { type })) ?? {}).find(
    (good) => String(good.id) === id,
  )

/** The same of either kind, from the list of all. */
export const cachedGoodOf = (kind: GoodKind, id: string | undefined): GoodRow | undefined =>
  queryClient.getQueryData<Record<string, GoodRow>>(callKey(callsOfKind[kind].list, {}))?.[id ?? '']

/** The same, whatever list it was read with. */
export const knownGood = (type: GoodRow['type'] | undefined, id: string): GoodRow | undefined =>
  cachedGoodOf('good', id) ?? cachedGoodOf('workshop_good', id) ?? (type && cachedGood(type, id))

/** The current amount in a warehouse; `given` is what the edited row took from it. */
export const amountIn = (good: GoodRow | undefined, stockId: string, given: number): number =>
  (good?.stocks_count[stockId] ?? 0) + given

/** Only warehouses that hold the good, with their amounts, and the one that the edited row took from. */
export function stockOptions(
  good: GoodRow | undefined,
  stocks: Map<string, string>,
  own: { stockId: string; given: number },
  t: TFunction,
): Option[] {
  if (!good) return []
  return [...stocks]
    .map(([id, name]) => ({ id, name, amount: amountIn(good, id, id === own.stockId ? own.given : 0) }))
    .filter(({ amount }) => amount > 0)
    .map(({ id, name, amount }) => ({
      value: id,
      label: name,
      hint: `${showAmount(amount)}${NBSP}${t(good.measure_name)}`,
    }))
}

/** Includes names, so that the form is filled before the lists of goods have loaded. */
export interface Memory {
  good?: string
  goodName?: string
  stock?: string
  stockName?: string
}

const place = (kind: string, cageId: number) => `last-${kind}:${cageId}`

/** What was last given to this cage on this device; empty when nothing is remembered. */
export const recall = (kind: string, cageId: number | undefined): Memory =>
  cageId ? notedObject<Memory>(place(kind, cageId)) : {}

export const remember = (kind: string, cageId: number, memory: Memory): void =>
  note(place(kind, cageId), JSON.stringify(memory))

/** Deleted with everything pages remember when another user signs in. */
const LAST_STOCK = 'last-stock'

/** For a move the target is remembered, where the person is now; the move itself remembers its source. */
export function rememberStock({ stock_id, to_stock_id }: Record<string, unknown>): void {
  const stock = to_stock_id ?? stock_id
  if (stock) note(LAST_STOCK, String(stock))
}

/**
 * Id of the warehouse of the last document on this device, because a person with a phone is mostly still there. Null
 * when nothing is remembered, and at a desk, where all warehouses are in use.
 */
export function useLastStock(): string | null {
  const phone = usePhone()
  return phone ? noted(LAST_STOCK) : null
}
