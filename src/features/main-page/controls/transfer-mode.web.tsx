import { Button, Kbd } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { openOperation } from '../../../core/documents/form/operation.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { piecesText } from '../../../core/cages/cage-words.web'
import styles from '../bars.module.css'

export interface TransferMode {
  /** null: no transfer is being made */
  from: CageRow | null
  start: (cage: CageRow) => void
  cancel: () => void
  /** the second click; the source itself is ignored */
  aim: (cage: CageRow) => void
}

/** Chooses first the source, then the target, then opens the form. Esc cancels, and so does showing the past. */
export function useTransferMode(history: boolean): TransferMode {
  const [from, setFrom] = useState<CageRow | null>(null)
  const cancel = useCallback(() => setFrom(null), [])
  if (history && from) setFrom(null)
  useEffect(() => {
    if (!from) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [from, cancel])
  const aim = (cage: CageRow) => {
    if (!from || cage.id === from.id) return
    setFrom(null)
    openOperation('transfer', { cageId: from.id, toCageId: cage.id })
  }
  return { from, start: setFrom, cancel, aim }
}

export function TransferBar({ from, onCancel }: { from: CageRow; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar} role="status" data-low>
      <Icon name="move" className={styles.icon} />
      <span className={styles.text}>
        <b>{t('Выберите садок для пересадки')}.</b>{' '}
        {t('Из садка {{number}}, доступно {{count}}.', { number: from.number, count: piecesText(t, from.count) })}
      </span>
      <span className={styles.end}>
        <span className={styles.keys}>
          <Kbd size="xs">←</Kbd> <Kbd size="xs">→</Kbd> {t('выбор')}
        </span>
        <Button variant="default" size="xs" onClick={onCancel} rightSection={<Kbd size="xs">Esc</Kbd>}>
          {t('Отмена')}
        </Button>
      </span>
    </div>
  )
}
