import encodeQR from 'qr'
import { useTranslation } from '../../../web/i18n'
import styles from './second-factor.module.css'

/** Dark on white in both themes, because cameras read nothing else. */
export function Qr({ text }: { text: string }) {
  const { t } = useTranslation()
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      // whole pixels for each square
      width={rows.length * 4}
      height={rows.length * 4}
      role="img"
      aria-label={t('QR-код для приложения с кодами')}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
