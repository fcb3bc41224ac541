import { useState } from 'react'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { lazyPart } from '../../lazy'
import styles from './sidebar.module.css'

const HelpModal = lazyPart(() => import('../help/help-modal').then(({ HelpModal }) => HelpModal))

export function HelpButton({ rail }: { rail: boolean }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  const title = rail ? t('Справка') : undefined
  return (
    <>
      <button type="button" className={styles.entry} onClick={open} aria-label={title} title={title}>
        <Icon name="help" />
        {!rail && t('Справка')}
      </button>
      {wanted && <HelpModal opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
