import { Drawer } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { useOpenWindow } from '../../ui/overlay/open-windows'
import type { MenuEntry } from './menu'
import { Sidebar } from './sidebar'
import styles from './menu-drawer.module.css'

interface MenuDrawerProps {
  menu: readonly MenuEntry[]
  opened: boolean
  onClose: () => void
}

/** The menu of a phone. */
export function MenuDrawer({ menu, opened, onClose }: MenuDrawerProps) {
  const { t } = useTranslation()
  useOpenWindow(opened, onClose, { passes: true })
  return (
    <Drawer.Root opened={opened} onClose={onClose} closeOnEscape={false} size={300}>
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.content }}>
        <div className={styles.head}>
          <Drawer.Title>{t('Садок', { context: 'название' })}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('Закрыть')} size={48} icon={<Icon name="x" size={20} />} />
        </div>
        <Drawer.Body className={styles.body}>
          <Sidebar menu={menu} onFollow={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
