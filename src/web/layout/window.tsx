import type { ReactNode } from 'react'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useModalGuard } from '../modal-guard'
import { useOpened } from '../ui/use-opened'
import { usePhone } from '../ui/use-phone'
import styles from './window.module.css'

interface WindowProps {
  title: string
  opened: boolean
  onClose: () => void
  size?: number
  fullScreen?: boolean
  children: ReactNode
}

/** A window that only shows something. Put together by hand, because Mantine's own header would be a second banner of the page. */
export function Window({ title, opened, onClose, children, ...look }: WindowProps) {
  const { t } = useTranslation()
  useModalGuard(opened, onClose)
  return (
    <Modal.Root opened={useOpened(opened)} onClose={onClose} {...look}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Закрыть')} size={usePhone() ? 48 : 36} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
