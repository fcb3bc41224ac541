import { useState } from 'react'
import { showDay, timeOf } from '../../../shared/dates'
import { doubtLoss } from '../../../shared/doubts'
import { errorText, isApiError, newKey } from '../../../web/api'
import { NBSP, showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { farmTimeOf, useCompanySettings, useUserSettings } from '../../../web/session'
import { CountField } from '../../../web/ui/fields/number-fields'
import { doubtText } from '../../../core/documents/fields/doubts.web'
import { mgOf } from '../../../core/documents/fields/fish-math.web'
import { groupKey } from '../../../core/documents/fields/form-model.web'
import { saveOperation } from '../../../core/documents/form/operation-write.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import styles from './cage-menu.module.css'

interface Props {
  cage: CageRow
  onDone: () => void
}

/** The commonest record of a day, in the sheet itself: fish of one group that died, now. */
export function QuickLoss({ cage, onDone }: Props) {
  const { t } = useTranslation()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const alive = cage.groups.filter(({ count }) => count > 0)
  const [group, setGroup] = useState(() => alive.toSorted((one, other) => other.count - one.count)[0])
  const [count, setCount] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [idempotencyKey, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [doubting, setDoubting] = useState<number | null>(null)
  const settings = useCompanySettings()
  const pieces = Number(count) || 0
  if (!group) return null
  const left = group.count - pieces
  const stock = { count: group.count, mass: mgOf(group.weight) }
  const doubts = doubtLoss(pieces, stock, settings).map((doubt) => doubtText(doubt, 'kg', t))
  // the second touch answers the question of the first
  const asked = doubting === pieces && doubts.length > 0 ? doubts.join(' ') : null
  const save = async () => {
    if (doubts.length > 0 && asked === null) return setDoubting(pieces)
    const now = farmTimeOf()
    const { generation_id, age_category_id } = group
    const values = { from_id: cage.id, generation_id, age_category_id, count, date: showDay(now), time: timeOf(now) }
    setBusy(true)
    try {
      await saveOperation({ kind: 'retreat', values, idempotencyKey, units })
      onDone()
    } catch (error) {
      const text = isApiError(error) ? Object.values(error.errors ?? {})[0]?.[0] : undefined
      setFault(t(text ?? errorText(error)))
    } finally {
      setBusy(false)
    }
  }
  const type = (text: string) => {
    setCount(text)
    setFault(null)
    setKey(newKey())
  }
  return (
    <form
      className={styles.loss}
      aria-label={t('Отход сейчас')}
      onSubmit={(event) => {
        event.preventDefault()
        if (pieces > 0 && left >= 0 && !busy) void save()
      }}
    >
      {alive.length > 1 && (
        <select
          aria-label={t('Генерация')}
          className={styles.group}
          value={groupKey(group)}
          onChange={(event) => setGroup(alive.find((one) => groupKey(one) === event.currentTarget.value)!)}
        >
          {alive.map((one) => (
            <option key={groupKey(one)} value={groupKey(one)}>
              {`${one.generation_name} · ${one.age_category_name}`}
            </option>
          ))}
        </select>
      )}
      <CountField label={t('Отход сейчас')} value={count} onChange={type} error={fault ?? undefined} warning={asked} />
      <button type="submit" className={styles.record} disabled={pieces === 0 || left < 0 || busy}>
        <b>{asked === null ? t('Записать') : t('Всё верно')}</b>
        <span>
          {left < 0
            ? t('в садке {{count}} шт', { count: showCount(group.count) })
            : `${t('станет')} ${showCount(left)}${NBSP}${t('шт')}`}
        </span>
      </button>
    </form>
  )
}
