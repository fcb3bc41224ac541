import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../web/icons'
import { useModalGuard } from '../../web/modal-guard'
import { CagePill } from '../../web/ui/cage-pill'
import { useOpened } from '../../web/ui/use-opened'
import { kinds, type KindName } from '../operations/kinds.contract'
import { openOperation } from '../operations/operation.web'
import type { CageRow } from './cage.contract'
import { compareNumbers } from './cage-state.web'
import { groupsText, kgText, piecesText } from './cage-words.web'
import styles from './cage-menu.module.css'

export interface Saved {
  kind: KindName
  cage: CageRow
}

/** The form shows its check for a moment before it goes. */
const FORM_LEAVES = 450

interface Props {
  /** what was recorded last on a cage of the list */
  saved: Saved | null
  cages: readonly CageRow[]
  onSaved: (saved: Saved | null) => void
}

/** «Следующий садок»: after each save on a phone the same operation is one touch away on the next cage with fish. */
export function NextCage({ saved, cages, onSaved }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Saved | null>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => {
      setShown(saved)
      setOpened(true)
    }, FORM_LEAVES)
    return () => clearTimeout(timer)
  }, [saved])
  const close = () => {
    setOpened(false)
    onSaved(null)
  }
  const inOrder = [...cages].filter((cage) => cage.count > 0 || cage.id === shown?.cage.id).sort(compareNumbers)
  const next = shown && inOrder[inOrder.findIndex(({ id }) => id === shown.cage.id) + 1]
  useModalGuard(opened && Boolean(next), close)
  const visible = useOpened(opened && Boolean(next))
  if (!shown || !next) return null
  const again = () => {
    close()
    openOperation(shown.kind, { cageId: next.id, onSaved: () => onSaved({ kind: shown.kind, cage: next }) })
  }
  const title = t(kinds[shown.kind].title, { context: 'операция' })
  return (
    <Drawer
      opened={visible}
      onClose={close}
      position="bottom"
      size="auto"
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': t('Следующий садок'), 'data-low-sheet': '' } }}
      classNames={{ content: styles.sheet }}
    >
      <div className={styles.grip} aria-hidden="true" />
      <div className={styles.head}>
        <span className={styles.title}>
          <CagePill number={next.number} color={next.color} />
          <b>{t('Следующий садок {{number}}', { number: next.number })}</b>
        </span>
        <span>{groupsText(next)}</span>
        <span>{`${piecesText(t, next.count)} · ${kgText(t, next.weight)}`}</span>
      </div>
      <div className={styles.again}>
        <button type="button" className={styles.go} onClick={again}>
          <Icon name={kinds[shown.kind].icon} size={24} />
          {title}
        </button>
      </div>
      <button type="button" className={styles.close} onClick={close}>
        {t('К списку')}
      </button>
    </Drawer>
  )
}
