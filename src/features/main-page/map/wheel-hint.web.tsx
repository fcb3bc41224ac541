import { useEffect, useState } from 'react'
import { useTranslation } from '../../../web/i18n'
import { note, noted } from '../../../web/offline/noted'
import styles from './cage-map.module.css'

const TOLD = 'map_wheel_told'
const SHOWN_MS = 4_000

/** Explains once on this device how to zoom, when somebody turns the wheel over the map. */
export function useWheelHint(): [hint: React.ReactNode, onPlainWheel: () => void] {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const tell = () => {
    if (shown || noted(TOLD)) return
    note(TOLD, '1')
    setShown(true)
  }
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const key = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const hint = shown && (
    <p className={styles.hint} role="status" data-overlay>
      {t('Масштаб карты: {{key}} и колесо', { key })}
    </p>
  )
  return [hint, tell]
}
