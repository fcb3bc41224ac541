/** Where there is too little of a good: in all warehouses together, or in one with a minimum of its own. */
import type { Stocks } from '../../core/goods/arrival.web'
import type { GoodRow } from '../../core/goods/good.contract'
import { NBSP, showAmount } from '../../web/format'
import { type TFunction, useTranslation } from '../../web/i18n'
import classes from './goods.module.css'

const isLow = (good: GoodRow, stock: number) => good.stocks_below.includes(stock)

/** in any warehouse, or in the one that is asked for */
export const isBelow = (good: GoodRow, stock?: number): boolean =>
  good.below_min || (stock === undefined ? good.stocks_below.length > 0 : isLow(good, stock))

/** «Ниже минимума: 500 кг; Баржа 120 кг из 500»; empty where there is enough. */
export function belowText(good: GoodRow, stocks: Stocks, t: TFunction, stock?: number): string | undefined {
  const unit = t(good.measure_name)
  const low = (stocks ?? []).filter(({ id }) => isLow(good, id) && (stock === undefined || id === stock))
  const parts = [
    ...(good.below_min && good.min_amount !== null ? [`${showAmount(good.min_amount)}${NBSP}${unit}`] : []),
    ...low.map(({ id, name }) =>
      t('{{stock}} {{amount}} {{unit}} из {{minimum}}', {
        stock: name,
        amount: showAmount(good.stocks_count[id] ?? 0),
        unit,
        minimum: showAmount(good.stocks_min[id]!),
      }),
    ),
  ]
  return parts.length > 0 ? t('Ниже минимума: {{what}}', { what: parts.join('; ') }) : undefined
}

/** The warehouses that hold some of a good, or should. */
const heldIn = (good: GoodRow, stocks: Stocks) =>
  (stocks ?? []).filter(({ id }) => good.stocks_count[id] || isLow(good, id))

/** «120 кг (мин. 500)» */
function amountIn(good: GoodRow, stock: number, t: TFunction, unit = ''): string {
  const amount = `${showAmount(good.stocks_count[stock] ?? 0, 3)}${unit && NBSP}${unit}`
  if (!isLow(good, stock)) return amount
  return `${amount}${NBSP}${t('(мин. {{minimum}})', { minimum: showAmount(good.stocks_min[stock]!) })}`
}

/** «Баржа 5 260 · Берег 120 (мин. 500)» */
export const byStock = (good: GoodRow, stocks: Stocks, t: TFunction): string =>
  heldIn(good, stocks)
    .map(({ id, name }) => `${name}${NBSP}${amountIn(good, id, t)}`)
    .join(' · ')

/** A line for each warehouse, on a phone's card. */
export function StockAmounts({ good, stocks }: { good: GoodRow; stocks: Stocks }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.stocks}>
      {heldIn(good, stocks).map(({ id, name }) => (
        <li key={id} data-below={isLow(good, id) || undefined}>
          <span>{name}</span>
          <span>{amountIn(good, id, t, t(good.measure_name))}</span>
        </li>
      ))}
    </ul>
  )
}
