import { Skeleton } from '@mantine/core'
import { hrefOf } from '../../../shared/pages'
import { errorText } from '../../../web/api'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Link } from '../../../web/router/router'
import { EmptyState } from '../../../web/ui/empty-state'
import { NoteBox } from '../../../web/ui/note-box'
import type { Skill } from './forecast.contract'
import { FactorOffers } from './factor-offers.web'
import { ForecastChart } from './forecast-chart.web'
import { ForecastFilters } from './forecast-filters.web'
import { ForecastTable } from './forecast-table.web'
import { TargetTable } from './target-table.web'
import { type Forecast, useForecast } from './use-forecast.web'
import { WeightClasses } from './weight-classes.web'
import classes from './forecast.module.css'

/** How large the fish will be, how sure that is, and how often it was right. */
export function ForecastPage() {
  const { t } = useTranslation()
  const forecast = useForecast()
  return (
    <div className={classes.page}>
      <h1 className={classes.title} data-in-bar>
        {t('Прогноз')}
      </h1>
      <ForecastFilters forecast={forecast} />
      <Result forecast={forecast} />
      <FactorOffers />
    </div>
  )
}

function Skilled({ skill: { weighings, error, within } }: { skill: Skill }) {
  const { t } = useTranslation()
  if (error === null) return <NoteBox>{t('Прогноз ещё не с чем сравнить: его проверит следующая навеска.')}</NoteBox>
  return (
    <NoteBox icon="scale">
      {t(
        'За последние {{count}} навесок ошибались в среднем на {{error}} %; в полосу попали {{within}} из {{total}}.',
        {
          count: weighings,
          error: showNumber(error, error < 1 ? 1 : 0),
          within,
          total: weighings,
        },
      )}
    </NoteBox>
  )
}

function Result({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation()
  const { query, on } = forecast
  if (query.error && !query.data) return <NoteBox kind="danger">{errorText(query.error)}</NoteBox>
  if (!query.data) return <Skeleton height={420} />
  const answer = query.data
  if (answer.cages.length === 0)
    return (
      <EmptyState
        icon="cages"
        text={t('Среди выбранных нет садков с рыбой.')}
        action={<Link to={hrefOf('farm')}>{t('К карте садков')}</Link>}
      />
    )
  return (
    <div className={classes.result} data-dim={query.isPlaceholderData || undefined}>
      <Skilled skill={answer.skill} />
      <ForecastChart answer={answer} forecast={forecast} />
      <ForecastTable answer={answer} forecast={forecast} />
      <TargetTable forecast={forecast} />
      <WeightClasses answer={answer} on={on} />
    </div>
  )
}
