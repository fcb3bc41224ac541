import { useState } from 'react'
import { averageWarnings, bandWarnings } from '../../../../shared/ledger/warnings'
import { mulDiv, toKg, toMg } from '../../../../shared/numbers'
import { useTranslation } from '../../../../web/i18n'
import { useCompanySettings } from '../../../../web/session'
import { AverageField } from '../../../../web/ui/fields/number-fields'
import { warningText } from '../../../../core/documents/fields/warning-text.web'
import { readMg } from '../../../../core/documents/fields/fish-math.web'
import type { CageRow } from '../../../../core/cages/cage.contract'
import { useExpected } from '../../../../core/feeding/expected/expected.web'
import { kgText, type Unit } from '../../../../core/cages/cage-words.web'
import { useQuickRecord } from './use-quick-record.web'
import styles from '../cage-menu.module.css'

interface Props {
  cage: CageRow
  unit: Unit
  onDone: () => void
}

/**
 * Records the current weight of one group in the sheet itself; an average of several groups would say nothing about
 * each.
 */
export function QuickWeighing({ cage, unit, onDone }: Props) {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const [own, setUnit] = useState(unit)
  const [average, setAverage] = useState('')
  const alive = cage.groups.filter(({ count }) => count > 0)
  const typed = readMg(average)
  const book = toMg(alive[0]?.avg_weight ?? 0)
  const expected = useExpected(cage.id)?.groups ?? []
  const far = averageWarnings(typed ?? 0, book, book, settings)
  const found = far.length > 0 ? far : bandWarnings(typed ?? 0, expected, null, settings)
  const warnings = found.map((warning) => warningText(warning, own, t))
  const { asked, busy, fault, record, begin } = useQuickRecord('weighing', warnings, onDone)
  if (alive.length !== 1) return null
  const type = (text: string) => {
    setAverage(text)
    begin()
  }
  return (
    <form
      className={styles.loss}
      aria-label={t('Навеска сейчас')}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed) void record({ cage_id: cage.id, avg_weight: average })
      }}
    >
      <AverageField
        label={t('Навеска сейчас')}
        unit={own}
        onUnit={setUnit}
        value={average}
        onChange={type}
        error={fault ?? undefined}
        warning={asked ?? undefined}
      />
      <button type="submit" className={styles.record} disabled={!typed || busy}>
        <b>{asked === null ? t('Записать') : t('Всё верно')}</b>
        <span>
          {t('станет')} {kgText(t, typed ? toKg(mulDiv(typed, cage.count, 1)) : cage.weight)}
        </span>
      </button>
    </form>
  )
}
