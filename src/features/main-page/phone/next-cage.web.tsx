import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { CagePill } from '../../../web/ui/cage-pill'
import { kinds, type KindName } from '../../../core/documents/kinds/kinds.contract'
import { openOperation } from '../../../core/documents/form/operation.web'
import styles from '../bars.module.css'
import type { CageRow } from '../../../core/cages/cage.contract'
import { nextCage, type Moment } from '../../../core/cages/cage-state.web'

export interface Saved {
  kind: KindName
  cage: CageRow
}

const SHOWN_MS = 12_000

interface Props {
  /** what was recorded last on a cage of the list */
  saved: Saved | null
  cages: readonly CageRow[]
  moment: Moment
  onSaved: (saved: Saved | null) => void
}

/**
 * «Следующий садок»: after saving, the same operation for the next cage that needs it is one touch away. It disappears
 * by itself.
 */
export function NextCage({ saved, cages, moment, onSaved }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Saved | null>(null)
  useEffect(() => {
    setShown(saved)
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [saved])
  const next = shown && nextCage(cages, shown.cage, shown.kind, moment)
  if (!next) return null
  const again = () => {
    setShown(null)
    openOperation(shown.kind, { cageId: next.id, onSaved: () => onSaved({ kind: shown.kind, cage: next }) })
  }
  return (
    <div className={styles.bar} role="status" aria-label={t('Следующий садок')} data-low>
      <span className={styles.text}>{t('Следующий')}</span>
      <CagePill number={next.number} color={next.color} />
      <span className={styles.end}>
        <Button leftSection={<Icon name={kinds[shown.kind].icon} size={20} />} onClick={again}>
          {t(kinds[shown.kind].title, { context: 'операция' })}
        </Button>
        <ActionIcon variant="subtle" color="gray" size={48} aria-label={t('Закрыть')} onClick={() => setShown(null)}>
          <Icon name="x" />
        </ActionIcon>
      </span>
    </div>
  )
}
