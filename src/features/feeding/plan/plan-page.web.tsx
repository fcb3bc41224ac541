/** Plans of feeding: a month of days, and the cages with plans of their own. The open plan is in the address. */
import { useState } from 'react'
import * as z from 'zod'
import { addDays, dayOf, parseDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { Link } from '../../../web/router/router'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useNow } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { EmptyState } from '../../../web/ui/empty-state'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { monthOf } from '../../../web/ui/month/month-days'
import { compareNumbers } from '../../../core/cages/cage-state.web'
import { DAYS_AHEAD } from '../../../core/feeding/plan/plan-shapes.contract'
import { CageWindow } from './cage-window.web'
import { DayWindow } from './day-window.web'
import { PlanCalendar } from './plan-calendar.web'
import { useCageNames } from './use-book.web'
import classes from './plan-page.module.css'

const schema = z.object({ date: z.string(), cage: z.coerce.number() })
const defaults = { date: '', cage: 0 }

export function PlanPage() {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const [{ date, cage }, setAddress] = useUrlFilters(schema, defaults)
  const opened = parseDay(date) ? date : null
  const [day, setDay] = useState(opened ? parseDay(opened)! : addDays(today, 1))
  const [month, setMonth] = useState(monthOf(day))
  const choose = (next: string) => {
    setDay(next)
    setMonth(monthOf(next))
  }
  // stepping through days and closing replace the address, so that Back leads to where one came from
  const show = (next: string) => {
    choose(parseDay(next)!)
    setAddress({ date: next }, { replace: opened !== null })
  }
  return (
    <>
      <h1 data-in-bar>{t('План кормления')}</h1>
      <div className={classes.page}>
        <PlanCalendar
          day={day}
          today={today}
          latest={addDays(today, DAYS_AHEAD)}
          month={month}
          onMonth={setMonth}
          onDay={choose}
          onOpen={show}
        />
        <CageLinks />
      </div>
      {opened && <DayWindow date={opened} onDay={show} onClose={() => setAddress({ date: '' }, { replace: true })} />}
      {!opened && cage > 0 && (
        <CageWindow key={cage} cage={cage} onClose={() => setAddress({ cage: 0 }, { replace: true })} />
      )}
    </>
  )
}

/** The cages of each module, each a link to its plan. */
function CageLinks() {
  const { t } = useTranslation()
  const { cages, locations, loading } = useCageNames()
  const modules = locations
    .map(({ id, name }) => ({
      id,
      name,
      own: cages.filter(({ location_id }) => location_id === id).sort((a, b) => compareNumbers(a, b)),
    }))
    .filter(({ own }) => own.length > 0)
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{t('План садка')}</h2>
        <small>{t('Открыть план по дням')}</small>
      </header>
      {loading && <RowSkeletons rows={4} />}
      {!loading && modules.length === 0 && (
        <EmptyState
          icon="cages"
          text={t('Садков пока нет.')}
          action={<Link to={hrefOf('farm')}>{t('К карте садков')}</Link>}
        />
      )}
      {modules.map(({ id, name, own }) => (
        <div key={id} className={classes.module}>
          <h3>{name}</h3>
          <ul>
            {own.map((cage) => (
              <li key={cage.id}>
                <Link
                  to={hrefOf('feedingPlan', { cage: cage.id })}
                  data-empty={cage.count === 0 || undefined}
                  aria-label={t('План садка {{n}}', { n: cage.number })}
                >
                  <CagePill number={cage.number} color={cage.color} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
