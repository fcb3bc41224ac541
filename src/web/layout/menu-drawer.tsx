import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={300}>
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.content }}>
        <div className={styles.head}>
          <Drawer.Title>{t('Садок', { context: 'название' })}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('Закрыть')} size={48} iconSize={22} />
        </div>
        <Drawer.Body className={styles.body}>
          <Sidebar menu={menu} onFollow={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
