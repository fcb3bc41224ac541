import { useEffect, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { setLanguage, useTranslation } from '../../../web/i18n'
import { Mark } from '../../../web/layout/brand'
import styles from './access.module.css'

/** The frame of pages without a session: logo, one card, language. */
export function GuestPage({ title, children, links }: { title: string; children: ReactNode; links?: ReactNode }) {
  const { t, language } = useTranslation()
  const name = t('Садок', { context: 'название' })
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className={styles.guest}>
      <Water />
      <main className={styles.column}>
        <div className={styles.brand}>
          <Mark size={32} />
          {name}
        </div>
        <section className={styles.card} aria-labelledby="guest-title">
          <h1 id="guest-title">{title}</h1>
          {children}
        </section>
        {links && <div className={styles.links}>{links}</div>}
        <SegmentedControl
          size="xs"
          className={styles.language}
          aria-label={t('Язык')}
          value={language}
          onChange={(language) => void setLanguage(language === 'en' ? 'en' : 'ru')}
          data={[
            { value: 'ru', label: 'Русский' },
            { value: 'en', label: 'English' },
          ]}
        />
      </main>
    </div>
  )
}

/** Contour lines of the lake, the only picture. */
const Water = () => (
  <svg className={styles.water} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
      <path
        key={line}
        d={`M0 ${80 + line * 112}c180-${40 + line * 6} 320 ${50 - line * 8} 520 ${8 + line * 2}s300-70 480-${20 + line * 3} 300 ${36 - line * 4} 440 ${line * 4}`}
      />
    ))}
  </svg>
)
