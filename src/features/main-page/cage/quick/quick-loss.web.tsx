import { useState } from 'react'
import { lossWarnings } from '../../../../shared/ledger/warnings'
import { NBSP, showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { useCompanySettings } from '../../../../web/session'
import { CountField } from '../../../../web/ui/fields/number-fields'
import { warningText } from '../../../../core/documents/fields/warning-text.web'
import { toMg } from '../../../../shared/numbers'
import { groupKey } from '../../../../core/documents/fields/form-model.web'
import type { CageRow } from '../../../../core/cages/cage.contract'
import { useQuickRecord } from './use-quick-record.web'
import styles from '../cage-menu.module.css'

interface Props {
  cage: CageRow
  onDone: () => void
}

/** Records the most frequent operation in the sheet itself: a loss in one group, now. */
export function QuickLoss({ cage, onDone }: Props) {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const alive = cage.groups.filter(({ count }) => count > 0)
  const [group, setGroup] = useState(() => alive.toSorted((one, other) => other.count - one.count)[0])
  const [count, setCount] = useState('')
  const pieces = Number(count) || 0
  const stock = { count: group?.count ?? 0, mass: toMg(group?.weight ?? 0) }
  const warnings = lossWarnings(pieces, stock, settings).map((warning) => warningText(warning, 'kg', t))
  const { asked, busy, fault, record, begin } = useQuickRecord('retreat', warnings, onDone)
  if (!group) return null
  const { generation_id, age_category_id } = group
  const left = group.count - pieces
  const type = (text: string) => {
    setCount(text)
    begin()
  }
  const choose = (key: string) => {
    setGroup(alive.find((one) => groupKey(one) === key)!)
    begin()
  }
  return (
    <form
      className={styles.loss}
      aria-label={t('Отход сейчас')}
      onSubmit={(event) => {
        event.preventDefault()
        if (pieces > 0 && left >= 0) void record({ from_id: cage.id, generation_id, age_category_id, count })
      }}
    >
      {alive.length > 1 && (
        <select
          aria-label={t('Генерация')}
          className={styles.group}
          value={groupKey(group)}
          onChange={(event) => choose(event.currentTarget.value)}
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
