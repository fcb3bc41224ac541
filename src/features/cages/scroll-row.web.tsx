import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../web/icons'
import styles from './scroll-row.module.css'

interface ScrollRowProps {
  className: string | undefined
  /** what is chosen is brought into sight when it changes */
  chosen: number
  children: ReactNode
}

/** What more lies on either side. */
function useEdges(chosen: number) {
  const row = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState({ before: false, after: false })
  const look = useCallback(() => {
    const { scrollLeft, scrollWidth, clientWidth } = row.current!
    const before = scrollLeft > 2
    const after = scrollLeft + clientWidth < scrollWidth - 2
    setEdges((was) => (was.before === before && was.after === after ? was : { before, after }))
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    observer.observe(row.current!)
    for (const child of row.current!.children) observer.observe(child)
    return () => observer.disconnect()
  })
  useEffect(() => {
    const box = row.current!
    const on = box.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!on) return
    const [left, right] = [on.offsetLeft - 36, on.offsetLeft + on.offsetWidth + 36]
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
  }, [chosen])
  const go = (sign: number) =>
    row.current!.scrollBy({ left: sign * row.current!.clientWidth * 0.8, behavior: 'smooth' })
  return { row, edges, look, go }
}

/** A row of buttons that scrolls sideways: it fades where it goes on, and an arrow leads there. Keys reach all by Tab. */
export function ScrollRow({ className, chosen, children, ...named }: ScrollRowProps & { 'aria-label': string }) {
  const { t } = useTranslation()
  const { row, edges, look, go } = useEdges(chosen)
  const arrow = (side: 'before' | 'after') => (
    <button
      type="button"
      className={styles.arrow}
      data-side={side}
      tabIndex={-1}
      aria-label={side === 'before' ? t('Прокрутить влево') : t('Прокрутить вправо')}
      onClick={() => go(side === 'before' ? -1 : 1)}
    >
      <Icon name={side === 'before' ? 'left' : 'right'} size={16} />
    </button>
  )
  return (
    <div className={styles.box} data-before={edges.before || undefined} data-after={edges.after || undefined}>
      <div ref={row} className={`${styles.row} ${className ?? ''}`} role="group" onScroll={look} {...named}>
        {children}
      </div>
      {edges.before && arrow('before')}
      {edges.after && arrow('after')}
    </div>
  )
}
