import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { showCount } from '../../format'
import { PAGE_SIZES, type Paging } from './view/view'
import { lazyPart } from '../../lazy'
import classes from './pager.module.css'

// the select weighs more than the table, so it loads after it
const PageSize = lazyPart(() => import('./page-size').then((module) => module.PageSize))

/** 1 … 4 5 6 … 20: the ends, the page and its neighbours; 0 is a gap. */
export function pageNumbers(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  const near = [page - 1, page, page + 1].filter((number) => number > 1 && number < last)
  return [1, ...(near[0]! > 2 ? [0] : []), ...near, ...(near.at(-1)! < last - 1 ? [0] : []), last]
}

interface JumpProps {
  last: number
  onJump: (page: number) => void
}

/** A page by its number, when not all numbers are shown. */
function PageJump({ last, onJump }: JumpProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const jump = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (typed !== '') onJump(Math.min(last, Math.max(1, Number(typed))))
    setTyped('')
  }
  return (
    <form className={classes.jump} onSubmit={jump}>
      <input
        inputMode="numeric"
        maxLength={6}
        placeholder="№"
        aria-label={t('Перейти на страницу')}
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      />
    </form>
  )
}

/** «1–10 из 34», page length, and page numbers. */
export function Pager({ page, perPage, total, onPage }: Paging) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  const to = Math.min(total, page * perPage)
  return (
    <nav className={classes.pager} aria-label={t('Страницы')}>
      <span className={classes.range}>
        {t('{{from}}–{{to}} из {{total}}', { from: showCount(from), to: showCount(to), total: showCount(total) })}
      </span>
      {total > PAGE_SIZES[0]! && (
        <div className={classes.size}>
          <PageSize perPage={perPage} onPage={onPage} />
        </div>
      )}
      {last > 1 && (
        <span className={classes.pages}>
          <button
            type="button"
            disabled={page === 1}
            aria-label={t('Предыдущая страница')}
            onClick={() => onPage(page - 1, perPage)}
          >
            <Icon name="left" size={16} />
          </button>
          {pageNumbers(page, last).map((number, index) =>
            number === 0 ? (
              <span key={`gap${index}`} className={classes.gap}>
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                data-number
                aria-current={number === page ? 'page' : undefined}
                aria-label={t('Страница {{number}}', { number })}
                onClick={() => onPage(number, perPage)}
              >
                {number}
              </button>
            ),
          )}
          <button
            type="button"
            disabled={page === last}
            aria-label={t('Следующая страница')}
            onClick={() => onPage(page + 1, perPage)}
          >
            <Icon name="right" size={16} />
          </button>
          {pageNumbers(page, last).includes(0) && <PageJump last={last} onJump={(number) => onPage(number, perPage)} />}
        </span>
      )}
    </nav>
  )
}
