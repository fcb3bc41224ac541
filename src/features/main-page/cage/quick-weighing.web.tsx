import { useState } from 'react'
import { showDay, timeOf } from '../../../shared/dates'
import { doubtAverage } from '../../../shared/doubts'
import { mulDiv } from '../../../shared/numbers'
import { errorText, isApiError, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { farmTimeOf, useCompanySettings, useUserSettings } from '../../../web/session'
import { AverageField } from '../../../web/ui/fields/number-fields'
import { doubtText } from '../../../core/documents/fields/doubts.web'
import { kgOf, mgOf, readMg } from '../../../core/documents/fields/fish-math.web'
import { saveOperation } from '../../../core/documents/form/operation-write.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { kgText, type Unit } from '../../../core/cages/cage-words.web'
import styles from './cage-menu.module.css'

interface Props {
  cage: CageRow
  unit: Unit
  onDone: () => void
}

/** What the fish of a cage weigh now, in the sheet itself; of one group, as an average of several says nothing of each. */
export function QuickWeighing({ cage, unit, onDone }: Props) {
  const { t } = useTranslation()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const settings = useCompanySettings()
  const [own, setUnit] = useState(unit)
  const [average, setAverage] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [idempotencyKey, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [doubting, setDoubting] = useState<string | null>(null)
  const alive = cage.groups.filter(({ count }) => count > 0)
  const typed = readMg(average)
  if (alive.length !== 1) return null
  const book = mgOf(alive[0]!.avg_weight)
  const doubts = doubtAverage(typed ?? 0, book, book, settings).map((doubt) => doubtText(doubt, own, t))
  // the second touch answers the question of the first
  const asked = doubting === average && doubts.length > 0 ? doubts.join(' ') : null
  const save = async () => {
    if (doubts.length > 0 && asked === null) return setDoubting(average)
    const now = farmTimeOf()
    const values = { cage_id: cage.id, avg_weight: average, date: showDay(now), time: timeOf(now) }
    setBusy(true)
    try {
      await saveOperation({ kind: 'weighing', values, idempotencyKey, units })
      onDone()
    } catch (error) {
      const text = isApiError(error) ? Object.values(error.errors ?? {})[0]?.[0] : undefined
      setFault(t(text ?? errorText(error)))
    } finally {
      setBusy(false)
    }
  }
  const type = (text: string) => {
    setAverage(text)
    setFault(null)
    setKey(newKey())
  }
  return (
    <form
      className={styles.loss}
      aria-label={t('Навеска сейчас')}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed && !busy) void save()
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
          {t('станет')} {kgText(t, typed ? kgOf(mulDiv(typed, cage.count, 1)) : cage.weight)}
        </span>
      </button>
    </form>
  )
}
