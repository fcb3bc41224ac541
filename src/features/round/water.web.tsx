/** Readings of a module that are due today. */
import { NBSP, showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { cleanSigned, toShown } from '../../web/ui/fields/decimal-text'
import { CellFault } from '../../web/ui/grid-edit/cells'
import type { MeasureParameter } from '../../core/lists/libraries/measure-parameter.contract'
import { readingText } from './model/round-lines.web'
import { steppedReading, waterSlot } from './model/round-model.web'
import styles from './water.module.css'
import fieldStyles from './round-fields.module.css'
import { Block, Stepper } from './stepper.web'
import type { Round } from './state/use-round.web'

interface Props {
  round: Round
  water: MeasureParameter
}

/** The typed value of a parameter, and its last reading; both '' when there is none. */
function useReading({ round, water }: Props) {
  const { t } = useTranslation()
  const last = round.recent.water.get(water.id)
  const several = round.locations.length > 1 && round.water.some(({ location_id }) => location_id !== water.location_id)
  const depth = `${showAmount(water.depth[0] ?? 0)}${NBSP}${t('м')}`
  return {
    title: [water.name, depth, several && water.location_name].filter(Boolean).join(', '),
    value: round.state.water[water.id] ?? '',
    before: last === undefined ? '' : steppedReading(String(last.value), 0),
    refused: round.state.records[waterSlot(water.id)]?.reason,
    clean: (typed: string) => cleanSigned(typed, 2),
    set: (text: string) => round.read(water.id, text),
    dismiss: () => round.dismissWater(water.id),
  }
}

/** For thumbs; steps go on from the last reading. */
export function Water({ round, water }: Props) {
  const { t } = useTranslation()
  const { title, value, before, refused, clean, set, dismiss } = useReading({ round, water })
  return (
    <Block
      icon="temp"
      title={title}
      fault={refused}
      aside={
        <button type="button" className={styles.quiet} onClick={dismiss}>
          {t('Не мерить')}
        </button>
      }
    >
      <Stepper
        label={water.name}
        unit={t(water.beautifulSymbol)}
        value={value}
        hint={before ? toShown(before) : undefined}
        clean={clean}
        onChange={set}
        onStep={(direction) => set(steppedReading(value || before, direction * 0.1))}
      />
      {before !== '' && value === '' && (
        <div className={fieldStyles.quick}>
          <button type="button" onClick={() => set(before)}>
            {t('Как в прошлый раз {{value}}', { value: readingText(before, water) })}
          </button>
        </div>
      )}
    </Block>
  )
}

/** At a desk: a line of the height of a row. */
export function WaterCell({ round, water }: Props) {
  const { t } = useTranslation()
  const { title, value, before, refused, clean, set, dismiss } = useReading({ round, water })
  return (
    <section className={styles.reading} aria-label={title}>
      <label>
        <Icon name="temp" size={16} />
        {title}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`${water.name}, ${t(water.beautifulSymbol)}`}
          value={toShown(value)}
          placeholder={toShown(before)}
          onChange={(event) => set(clean(event.currentTarget.value))}
        />
        {t(water.beautifulSymbol)}
      </label>
      {before !== '' && value === '' && (
        <button type="button" onClick={() => set(before)}>
          {t('Как в прошлый раз {{value}}', { value: readingText(before, water) })}
        </button>
      )}
      <button type="button" onClick={dismiss}>
        {t('Не мерить')}
      </button>
      {refused && <CellFault>{refused}</CellFault>}
    </section>
  )
}
