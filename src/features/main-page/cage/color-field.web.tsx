import { useId } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { CAGE_COLORS } from '../../../core/cages/cage-colors.web'
import styles from './color-field.module.css'

interface ColorFieldProps {
  /** 1…12 */
  value: number
  onChange: (color: number) => void
}

/** Twelve swatches as a group of radio buttons; the name of the chosen colour is shown as text. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>
        {t('Цвет')}: {t(CAGE_COLORS[value - 1] ?? CAGE_COLORS[0])}
      </legend>
      <div className={styles.swatches}>
        {CAGE_COLORS.map((title, index) => (
          <label
            key={title}
            className={styles.swatch}
            title={t(title)}
            style={{ background: `var(--c${index + 1})`, color: `var(--c${index + 1}i)` }}
          >
            <input
              type="radio"
              name={name}
              value={index + 1}
              checked={value === index + 1}
              aria-label={t(title)}
              onChange={() => onChange(index + 1)}
            />
            {value === index + 1 && <Icon name="check" size={16} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
