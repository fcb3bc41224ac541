import { showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import type { GoodRow } from '../../goods/good.contract'
import { toKg } from '../../../shared/numbers'
import { NextLot } from '../lots/lots.web'
import type { FeedLine } from './batch-model.web'
import styles from './batch.module.css'

interface Props {
  lines: readonly FeedLine[]
  goods: readonly GoodRow[]
  stocks: Map<string, string>
}

/** The amounts that rows take from each warehouse and what remains; always visible. */
export function FeedLines({ lines, goods, stocks }: Props) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <ul className={styles.sums} aria-live="polite" aria-label={t('Остаток на складе')}>
      {lines.map(({ good: id, stock, taken, there, shortage }) => {
        const good = goods.find((one) => String(one.id) === id)
        const unit = t(good?.measure_name ?? 'кг')
        const figures = {
          taken: showAmount(toKg(taken)),
          there: showAmount(toKg(there)),
          shortage: showAmount(toKg(shortage)),
          left: showAmount(toKg(there - taken)),
        }
        return (
          <li key={`${id}:${stock}`} data-bad={shortage > 0 || undefined}>
            <b>
              {good?.name} · {stocks.get(stock)}
            </b>
            <span>
              {shortage > 0 && <Icon name="alert" size={14} />}
              {shortage > 0
                ? t('{{taken}} {{unit}}, не хватает {{shortage}} {{unit}}', { ...figures, unit })
                : t('было {{there}} → станет {{left}} {{unit}}', { ...figures, unit })}
            </span>
            <NextLot good={id} stock={stock} />
          </li>
        )
      })}
    </ul>
  )
}
