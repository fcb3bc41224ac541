/** Totals of the filtered expenses, by category and by generation; a line filters the list by itself. */
import { useState } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { NO_GENERATION } from '../../shared/filters'
import { NBSP, showNumber, showRoubles } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import type { JournalView } from '../../web/pages/journal-page'
import { useCall } from '../../web/query-client'
import { ALL } from '../../shared/sheets/filter-words'
import { usePhone } from '../../web/ui/use-phone'
import { spendingTotalsCall } from './spending.contract'
import classes from './spending-totals.module.css'
import shared from '../../web/styles/shared.module.css'

interface Part {
  /** as the address names it */
  id: string
  name: string
  amount: number
  share: number
}

interface Props {
  view: JournalView
  /** all lines, to be read alone */
  printed?: boolean
}

export function SpendingTotals({ view, printed = false }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [opened, open] = useState(false)
  const { start, end, input } = view
  const { data } = useCall(spendingTotalsCall, { start, end, ...input }, { placeholderData: keepPreviousData })
  if (!data || data.count === 0) return null
  const categories = data.by_category.map(({ spending_category_id, ...part }) => ({
    ...part,
    id: String(spending_category_id),
  }))
  const generations = data.by_generation.map(({ generation_id, name, ...part }) => ({
    ...part,
    id: String(generation_id ?? 0),
    name: name ?? t(NO_GENERATION),
  }))
  const folded = phone && !opened && !printed
  return (
    <section className={classes.totals} aria-label={t('Итоги')}>
      {phone && !printed && (
        <button type="button" className={classes.fold} aria-expanded={opened} onClick={() => open(!opened)}>
          <span>{t('По статьям и генерациям')}</span>
          <Icon name={opened ? 'up' : 'down'} size={16} />
        </button>
      )}
      {!folded && (
        <div className={classes.panels}>
          <Parts title={t('По статьям')} filter="categoriesId" parts={categories} view={view} printed={printed} />
          <Parts title={t('По генерациям')} filter="generationsId" parts={generations} view={view} printed={printed} />
        </div>
      )}
    </section>
  )
}

/** So many lines in sight, the others behind a button. */
const SHOWN = 5

interface PartsProps extends Required<Props> {
  title: string
  /** its name in the address */
  filter: string
  parts: Part[]
}

function Parts({ title, filter, parts, view, printed }: PartsProps) {
  const { t } = useTranslation()
  const [all, showAll] = useState(false)
  const chosen = [view.values[filter] ?? ALL].flat()
  const shown = all || printed || parts.length <= SHOWN + 1 ? parts : parts.slice(0, SHOWN)
  const choose = (id: string) => view.set({ [filter]: chosen.length === 1 && chosen[0] === id ? [ALL] : [id] })
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {shown.map((part) => (
          <li key={part.id}>
            {printed ? (
              <div className={classes.line}>
                <Line part={part} />
              </div>
            ) : (
              <button
                type="button"
                className={classes.line}
                aria-pressed={chosen.includes(part.id)}
                onClick={() => choose(part.id)}
              >
                <Line part={part} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < parts.length && (
        <button type="button" className={classes.more} onClick={() => showAll(true)}>
          {t('ещё строк: {{count}}', { count: parts.length - shown.length })}
        </button>
      )}
    </div>
  )
}

const Line = ({ part: { name, amount, share } }: { part: Part }) => (
  <>
    <span className={shared.line}>{name}</span>
    <span className={classes.amount}>{showRoubles(amount)}</span>
    <span className={classes.share}>{`${showNumber(share, 1)}${NBSP}%`}</span>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${share}%` }} />
    </span>
  </>
)
