import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useEdges } from './use-edges'
import styles from './scroll-row.module.css'

interface ScrollRowProps {
  className: string | undefined
  /** when it changes, the pressed button is brought into sight */
  chosen?: number
  'aria-label': string
  children: ReactNode
}

/** A row that scrolls sideways: it fades where it goes on, and an arrow leads there. Keys reach all by Tab. */
export function ScrollRow({ className, chosen, children, ...named }: ScrollRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  useEdges(row)
  useEffect(() => {
    const on = row.current!.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!on || chosen === undefined) return
    const [left, right] = [on.offsetLeft - 36, on.offsetLeft + on.offsetWidth + 36]
    const { scrollLeft, clientWidth } = row.current!
    if (left < scrollLeft) row.current!.scrollLeft = left
    else if (right > scrollLeft + clientWidth) row.current!.scrollLeft = right - clientWidth
  }, [chosen])
  const arrow = (sign: -1 | 1) => (
    <button
      type="button"
      className={styles.arrow}
      data-side={sign < 0 ? 'before' : 'after'}
      tabIndex={-1}
      aria-label={sign < 0 ? t('Прокрутить влево') : t('Прокрутить вправо')}
      onClick={() => row.current!.scrollBy({ left: sign * row.current!.clientWidth * 0.8, behavior: 'smooth' })}
    >
      <Icon name={sign < 0 ? 'left' : 'right'} size={16} />
    </button>
  )
  return (
    <div className={styles.box}>
      <div ref={row} className={`${styles.row} ${className ?? ''}`} role="group" {...named}>
        {children}
      </div>
      {arrow(-1)}
      {arrow(1)}
    </div>
  )
}
