import { useTranslation } from '../../../web/i18n'
import { Link } from '../../../web/router/router'
import classes from './cards.module.css'

/** What a page of cards lists: titles and sentences are i18n keys. */
export interface CardEntry {
  title: string
  about: string
  to: string
}

export function ReportCards({ title, entries }: { title?: string; entries: readonly CardEntry[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section}>
      {title && <h2>{t(title)}</h2>}
      <ul className={classes.cards}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link className={classes.card} to={entry.to}>
              <b>{t(entry.title)}</b>
              <span>{t(entry.about)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
