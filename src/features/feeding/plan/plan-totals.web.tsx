import { MILLIONTHS } from '../../../shared/numbers'
import { NBSP, showAmount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import type { GoodRow } from '../../../core/goods/good.contract'
import { type Line, sumOf, sumsByFeed } from './plan-model.web'
import { ScrollRow } from '../../../web/ui/scroll-row'
import classes from './plan.module.css'

interface PlanTotalsProps {
  lines: readonly Line[]
  goods: readonly GoodRow[]
  /** module of a cage; absent where all are of one */
  moduleOf?: (line: Line) => string
}

/** How much of each feed is planned, and how long what lies in the warehouses lasts; how much for each module. */
export function PlanTotals({ lines, goods, moduleOf }: PlanTotalsProps) {
  const { t } = useTranslation()
  const stock = (good: GoodRow | undefined, planned: number) => {
    if (!good) return null
    const days = planned > 0 ? Math.floor((good.total * MILLIONTHS) / planned) : null
    const held = t('на складе {{n}} кг', { n: showAmount(good.total, 1) })
    return days === null || days > 999 ? held : `${held}, ${t('{{count}} дн', { count: days })}`
  }
  const modules = new Map<string, Line[]>()
  for (const line of moduleOf ? lines : []) {
    const name = moduleOf!(line)
    modules.set(name, [...(modules.get(name) ?? []), line])
  }
  return (
    <ScrollRow className={classes.totals} aria-label={t('Итого')}>
      {[...sumsByFeed(lines)].map(([feed, mg]) => {
        const good = goods.find(({ id }) => String(id) === feed)
        return (
          <span key={feed}>
            <b>{good?.name ?? `№${NBSP}${feed}`}</b>
            <small>
              {[`${showKg(mg / MILLIONTHS)}${NBSP}${t('кг')}`, stock(good, mg)].filter(Boolean).join(' · ')}
            </small>
          </span>
        )
      })}
      {modules.size > 1 &&
        [...modules].map(([name, own]) => (
          <span key={name}>
            <b>{name}</b>
            <small>{`${showKg(sumOf(own, ({ cells }) => cells.rate.value) / MILLIONTHS)}${NBSP}${t('кг')}`}</small>
          </span>
        ))}
    </ScrollRow>
  )
}
