import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './cage-map.module.css'

const TOLD = 'map_wheel_told'

/** Whoever turns the wheel over the map is told once on this device what zooms it. */
export function useWheelHint(): [hint: React.ReactNode, onPlainWheel: () => void] {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const tell = () => {
    if (shown || localStorage.getItem(TOLD)) return
    localStorage.setItem(TOLD, '1')
    setShown(true)
  }
  const key = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const hint = shown && (
    <p className={styles.hint} role="status" data-overlay onAnimationEnd={() => setShown(false)}>
      {t('Масштаб карты: {{key}} и колесо', { key })}
    </p>
  )
  return [hint, tell]
}
