/** A line above the page that can be hidden until tomorrow. On a phone it opens to what does not fit into a line. */
import type { ReactNode } from 'react'
import { useLocalStorage } from '@mantine/hooks'
import { createStore, useStore } from '@mantine/store'
import { dayOf } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { Icon, type IconName } from '../../icons'
import { useNow } from '../../session'
import { usePhone } from '../../ui/use-phone'
import styles from './banner.module.css'

const ICONS = { expired: 'lock', urgent: 'alert', calm: 'info' } as const satisfies Record<string, IconName>

interface BannerProps {
  /** an `expired` one cannot be hidden */
  tone: keyof typeof ICONS
  /** localStorage key of the day on which it was hidden */
  hidden: string
  /** what it is about, and the same for the width of a phone */
  title: string
  short?: string
  children: ReactNode
}

export function Banner({ tone, hidden, title, short = title, children }: BannerProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const today = dayOf(useNow())
  const [hiddenOn, setHiddenOn] = useLocalStorage({ key: hidden, defaultValue: '', getInitialValueInEffect: false })
  if (tone !== 'expired' && hiddenOn === today) return null
  return (
    <div
      className={`${styles.banner} no-print`}
      role="status"
      data-expired={tone === 'expired' || undefined}
      data-calm={tone === 'calm' || undefined}
    >
      <Icon name={ICONS[tone]} size={16} className={styles.icon} />
      {phone ? (
        <details>
          <summary>{short}</summary>
          <p>
            {short !== title && `${title} `}
            {children}
          </p>
        </details>
      ) : (
        <p>
          <b>{title}</b> {children}
        </p>
      )}
      {tone !== 'expired' && (
        <button
          type="button"
          className={styles.hide}
          aria-label={t('Скрыть до завтра')}
          title={t('Скрыть до завтра')}
          onClick={() => setHiddenOn(today)}
        >
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  )
}

/** Of all banners, in pixels. */
const height = createStore({ now: 0 })
export const useBannersHeight = (): number => useStore(height).now

/**
 * The side bar ends where the screen does. Only it is told: a variable of the root would make the browser look up the
 * styles of the whole page.
 */
function tellHeight(banners: HTMLElement | null) {
  if (!banners) return undefined
  const sizes = new ResizeObserver(() => height.setState({ now: banners.offsetHeight }))
  sizes.observe(banners)
  return () => {
    sizes.disconnect()
    height.setState({ now: 0 })
  }
}

export const Banners = ({ children }: { children: ReactNode }) => <div ref={tellHeight}>{children}</div>
