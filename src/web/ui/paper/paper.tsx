/** A sheet of paper on the screen, as it will be printed: A4, white in any theme, without the page frame. */
import { useEffect, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import styles from './paper.module.css'

interface PaperProps {
  /** translated; also the file name that the browser suggests */
  title: string
  /** lies across */
  wide?: boolean
  /** translated; the page it was opened from */
  back: { text: string; go: () => void }
  /** other papers of the same document to choose from */
  choice?: ReactNode
  children: ReactNode
}

export function Paper({ title, wide = false, back, choice, children }: PaperProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.page}>
      <header className={`${styles.head} no-print`}>
        <h1>{title}</h1>
        {choice}
        <Button variant="default" leftSection={<Icon name="left" size={16} />} onClick={back.go}>
          {back.text}
        </Button>
        <Button leftSection={<Icon name="print" size={16} />} onClick={() => window.print()}>
          {t('Печать')}
        </Button>
      </header>
      <div className={styles.desk}>
        <article className={styles.sheet} data-wide={wide || undefined} aria-label={title}>
          {children}
        </article>
      </div>
    </div>
  )
}

/** A value above a line; an empty line to write on when it is unknown. `below` says what the line is for. */
export const Filled = ({ children, below, wide = false }: { children?: ReactNode; below?: string; wide?: boolean }) => (
  <span className={styles.filled} data-wide={wide || undefined}>
    <span className={styles.line}>{children || '\u00a0'}</span>
    {below && <span className={styles.below}>{below}</span>}
  </span>
)
