import { type ReactNode, type Ref, use } from 'react'
import { Drawer, Modal } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon, type IconName } from '../../icons'
import { LayerContext, useOpenWindow } from './open-windows'
import { useOpened } from './use-opened'
import { usePhone } from '../use-phone'
import styles from './window.module.css'
import shared from '../../styles/shared.module.css'

interface HeadProps {
  /** translated */
  title: ReactNode
  subtitle?: ReactNode
  icon?: IconName
  danger?: boolean
  /** a drawer has its own components for title and close button */
  of?: typeof Modal | typeof Drawer
  closeRef?: Ref<HTMLButtonElement>
}

/** Title and close button. Not Mantine's own header, which would be a second banner landmark of the page. */
export function WindowHead({ title, subtitle, icon, danger, of: Kit = Modal, closeRef }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.head}>
      {icon && (
        <span className={shared.mark} data-danger={danger || undefined}>
          <Icon name={icon} size={20} />
        </span>
      )}
      <div className={styles.titles}>
        <Kit.Title className={styles.title}>{title}</Kit.Title>
        {subtitle && <div className={shared.small}>{subtitle}</div>}
      </div>
      <Kit.CloseButton
        ref={closeRef}
        aria-label={t('Закрыть')}
        className={styles.close}
        size={usePhone() ? 48 : 36}
        icon={<Icon name="x" size={20} />}
      />
    </div>
  )
}

const Above = ({ children }: { children: ReactNode }) => (
  <LayerContext value={use(LayerContext) + 1}>{children}</LayerContext>
)

interface FrameProps {
  opened: boolean
  onClose: () => void
  size?: number
  closeOnClickOutside?: boolean
  /** the address says that it is open, so Back is a navigation */
  addressed?: boolean
  children: ReactNode
}

/** The frame of all windows: centred on a desktop, full screen on a phone. Esc and Back close only the topmost. */
export function WindowFrame({ opened, onClose, size = 500, addressed, children, ...rest }: FrameProps) {
  const phone = usePhone()
  useOpenWindow(opened, onClose, { addressed })
  return (
    <Modal.Root
      opened={useOpened(opened)}
      onClose={onClose}
      size={size}
      fullScreen={phone}
      centered={!phone}
      closeOnEscape={false}
      classNames={{ content: styles.content }}
      {...rest}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Above>{children}</Above>
      </Modal.Content>
    </Modal.Root>
  )
}

interface WindowProps extends FrameProps, Omit<HeadProps, 'of' | 'danger' | 'closeRef'> {
  /** buttons at the bottom, always visible */
  footer?: ReactNode
}

/** A window that shows something. */
export function Window({ title, subtitle, icon, footer, children, ...frame }: WindowProps) {
  return (
    <WindowFrame {...frame}>
      <WindowHead title={title} subtitle={subtitle} icon={icon} />
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </WindowFrame>
  )
}

interface PanelProps extends Omit<HeadProps, 'of' | 'danger' | 'closeRef'> {
  opened: boolean
  onClose: () => void
  side: 'right' | 'bottom'
  size: number | 'auto'
  /** as of a window */
  addressed?: boolean
  children: ReactNode
}

/** A window that comes from an edge of the screen. */
export function Panel({ opened, onClose, side, size, addressed, children, ...head }: PanelProps) {
  useOpenWindow(opened, onClose, { addressed })
  return (
    <Drawer.Root opened={useOpened(opened)} onClose={onClose} closeOnEscape={false} position={side} size={size}>
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.content }}>
        <WindowHead of={Drawer} {...head} />
        <div className={styles.body}>
          <Above>{children}</Above>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
