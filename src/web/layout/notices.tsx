import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { Link } from '../router/router'
import { dropNotice, useNotices, type Notice } from '../notify'
import styles from './notices.module.css'

/** Shows the notices of notify.ts; mounted once, above everything. */
export function Notices() {
  const { t } = useTranslation()
  const notices = useNotices()
  return (
    <section className={`${styles.place} no-print`} aria-label={t('Уведомления')} aria-live="polite">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

/** Seconds left; they stop while the pointer or the focus is on the notice. */
function useCountdown(seconds: number, held: boolean, onOver: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (held) return
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => clearInterval(timer)
  }, [held])
  useEffect(() => {
    if (left <= 0) onOver()
  }, [left, onOver])
  return Math.max(left, 0)
}

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const { id, text, tone, icon, undo, link, seconds } = notice
  const [held, setHeld] = useState(false)
  const [drop] = useState(() => () => dropNotice(id))
  const left = useCountdown(seconds, held, drop)
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  const takeBack = () => {
    drop()
    undo?.()
  }
  return (
    <div
      className={styles.toast}
      role={tone === 'danger' ? 'alert' : undefined}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icon} className={styles[tone]} />
      <span className={styles.text}>{text}</span>
      {undo && (
        <button type="button" className={styles.undo} onClick={takeBack}>
          {t('Отменить')} <span aria-hidden="true">{t('{{seconds}} с', { seconds: left })}</span>
        </button>
      )}
      {link && (
        <Link to={link.to} className={styles.undo} onClick={drop}>
          {link.title}
        </Link>
      )}
      <button type="button" className={styles.close} aria-label={t('Закрыть')} onClick={drop}>
        <Icon name="x" size={16} />
      </button>
    </div>
  )
}
