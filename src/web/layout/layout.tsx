import { useCallback, useEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { hrefOf } from '../../shared/pages'
import { usePathname, useShownPathname } from '../router/address'
import { useTranslation } from '../i18n'
import { startLive } from '../live'
import { useWindowsGuard } from '../ui/overlay/open-windows'
import { useCan } from '../session'
import { ConfirmHost } from '../ui/overlay/confirm'
import { BottomBar } from './menu/bottom-bar'
import { useFrameKeys } from './hotkeys'
import { titleOf, visibleMenu, type MenuEntry } from './menu/menu'
import { Navbar } from './navbar'
import { ProfileSidebar } from './menu/profile-sidebar'
import { useSettingsSync } from './settings-sync'
import { Sidebar } from './menu/sidebar'
import { Banners, useBannersHeight } from './banners/banner'
import { FactorBanner } from './banners/factor-banner'
import { SubscriptionBanner } from './banners/subscription-banner'
import { useWidth } from './use-width'
import { lazyPart } from '../lazy'
import styles from './layout.module.css'

const OutboxStrip = lazyPart(() => import('../offline/list/status').then(({ OutboxStrip }) => OutboxStrip))
const Palette = lazyPart(() => import('./search/palette').then(({ Palette }) => Palette))
const KeysModal = lazyPart(() => import('./keys').then(({ KeysModal }) => KeysModal))
const MenuDrawer = lazyPart(() => import('./menu/menu-drawer').then(({ MenuDrawer }) => MenuDrawer))

function usePageTitle(menu: readonly MenuEntry[], own?: string): string | undefined {
  const { t } = useTranslation()
  const title = titleOf(menu, useShownPathname()) ?? own
  useEffect(() => {
    const name = t('Садок', { context: 'название' })
    document.title = title ? `${t(title)} · ${name}` : name
  }, [title, t])
  return title
}

/** A window whose code is fetched at its first use. */
function useLater() {
  const [state, set] = useState({ opened: false, wanted: false })
  const open = useCallback(() => set({ opened: true, wanted: true }), [])
  const close = useCallback(() => set({ opened: false, wanted: true }), [])
  return { ...state, open, close }
}

interface LayoutProps {
  menu: readonly MenuEntry[]
  /** title of a page without a menu entry */
  title?: string
  /** further buttons of the bar at the top */
  tools?: ReactNode
  /** what is mounted above all pages: the forms of operations */
  host?: ReactNode
  /** the page */
  children: ReactNode
}

/** The frame of every page for signed-in users. */
export function Layout({ menu: wholeMenu, title: own, tools, host, children }: LayoutProps) {
  const { t } = useTranslation()
  const may = useCan()
  const open = useMemo(() => visibleMenu(wholeMenu, may), [wholeMenu, may])
  const menu = useMemo(() => open.filter(({ account }) => !account), [open])
  const width = useWidth()
  const drawer = useLater()
  const keys = useLater()
  const [asked, setAsked] = useState(0)
  const openSearch = useCallback(() => setAsked((times) => times + 1), [])
  useSettingsSync()
  useWindowsGuard()
  const title = usePageTitle(wholeMenu, own)
  useFrameKeys(openSearch, keys.open)
  useEffect(() => startLive(), [])
  return (
    <>
      <a href="#content" className={`${styles.skip} no-print`}>
        {t('К содержимому')}
      </a>
      <Banners>
        <SubscriptionBanner />
        <FactorBanner />
      </Banners>
      <Navbar menu={open} title={title} width={width} tools={tools} onSearch={openSearch} />
      {width === 'phone' && <OutboxStrip />}
      <Body menu={menu} width={width}>
        {children}
      </Body>
      {width === 'phone' && <BottomBar menu={menu} onMore={drawer.open} />}
      {drawer.wanted && <MenuDrawer menu={menu} opened={drawer.opened && width === 'phone'} onClose={drawer.close} />}
      {keys.wanted && <KeysModal opened={keys.opened} onClose={keys.close} />}
      {asked > 0 && <Palette menu={open} asked={asked} />}
      {host}
      <ConfirmHost />
    </>
  )
}

interface BodyProps {
  menu: readonly MenuEntry[]
  width: ReturnType<typeof useWidth>
  children: ReactNode
}

const Side = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.side} no-print`} style={{ '--banners': `${useBannersHeight()}px` } as CSSProperties}>
    {children}
  </div>
)

const PROFILE = [hrefOf('profile'), hrefOf('changePassword')]

function Body({ menu, width, children }: BodyProps) {
  const { t } = useTranslation()
  const shown = useShownPathname()
  const inProfile = PROFILE.includes(shown)
  // another page is being fetched; the one before stays until it is there
  const fetching = usePathname() !== shown
  const rail = width === 'rail'
  return (
    <div className={styles.shell} data-width={width}>
      {fetching && <div className={styles.fetching} role="progressbar" aria-label={t('Страница открывается')} />}
      {width !== 'phone' && (
        <Side>{inProfile ? <ProfileSidebar rail={rail} /> : <Sidebar menu={menu} rail={rail} />}</Side>
      )}
      <main id="content" tabIndex={-1} className={styles.page} aria-busy={fetching} data-dim={fetching || undefined}>
        {width === 'phone' && inProfile && <ProfileSidebar rail={false} phone />}
        {children}
      </main>
    </div>
  )
}
