import { openOperation } from '../../core/documents/form/operation.web'
import { toMg } from '../../shared/numbers'
import { kgText } from '../../core/documents/fields/fish-math.web'
import { showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { leftOf, type Line } from './model/round-lines.web'
import type { Draft } from './model/round-model.web'
import styles from './round-fields.module.css'

/** What the plan leaves to be given: one touch for each of its feeds. */
export function PlannedButtons({ line, onChoose }: { line: Line; onChoose: (patch: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const several = (line.planned?.feeds.length ?? 0) > 1
  return leftOf(line).map(({ feed_type_id, feed_type, volume }) => {
    const amount = showAmount(volume, 2)
    const good = several ? { good: String(feed_type_id) } : {}
    return (
      <button key={feed_type_id} type="button" onClick={() => onChoose({ volume: kgText(toMg(volume)), ...good })}>
        {several
          ? t('По плану {{feed}} {{amount}}', { feed: feed_type, amount })
          : t('По плану {{amount}}', { amount })}
      </button>
    )
  })
}

/** A round records one feeding of a cage; another feed of its plan is given in the form of a feeding. */
export function PlannedRest({ line }: { line: Line }) {
  if (leftOf(line).length === 0 || line.planned!.feeds.length === 1) return null
  const give = ({ good, volume }: Partial<Draft>) =>
    openOperation('feeding', {
      cageId: line.cage.id,
      preset: { feed_type_id: Number(good), stock_id: Number(line.draft.stock), volume: Number(volume) },
    })
  return (
    <div className={styles.quick}>
      <PlannedButtons line={line} onChoose={give} />
    </div>
  )
}
