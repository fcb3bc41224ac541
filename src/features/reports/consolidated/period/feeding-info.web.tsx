import { useTranslation } from '../../../../web/i18n'
import { errorText } from '../../../../web/api'
import { useCall } from '../../../../web/query-client'
import { showKg } from '../../../../web/format'
import { RowSkeletons } from '../../../../web/ui/skeletons'
import { NoteMark } from '../parts/note-mark.web'
import classes from '../parts/consolidated.module.css'
import { type CageFeeding, periodCalls } from './period.contract'

interface Props {
  feeding: CageFeeding
  period: { start: string; end: string }
}

/** What a cage was fed and by which calculations; what is wrong with it first. */
export function FeedingInfo({ feeding, period }: Props) {
  const { t } = useTranslation()
  const { warning, feeds } = feeding
  return (
    <NoteMark icon={warning ? 'alert' : 'info'} tone={warning ? 'warn' : 'plain'} label={t('Кормление')}>
      {feeds ? <Told feeding={feeding} /> : <Asked feeding={feeding} period={period} />}
    </NoteMark>
  )
}

/** Where many cages are told their feeds are asked for as one looks. */
function Asked({ feeding, period }: Props) {
  const input = { ...period, cages_id: [feeding.cage_id], without_generations: true }
  const { data, error } = useCall(periodCalls.report, input)
  return (
    <>
      <Told feeding={data?.additional_data.feedings[0] ?? feeding} />
      {!data && (error ? <p>{errorText(error)}</p> : <RowSkeletons rows={2} height={24} />)}
    </>
  )
}

function Told({ feeding: { feeds, calcs, warning } }: Pick<Props, 'feeding'>) {
  const { t } = useTranslation()
  return (
    <>
      {warning && <p>{warning}</p>}
      {feeds && feeds.length > 0 && (
        <dl className={classes.feeds}>
          {feeds.map((feed) => (
            <div key={feed.feed_type_id}>
              <dt>{feed.name}</dt>
              <dd>
                {showKg(feed.volume)} {t('кг')}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {calcs.length > 0 && (
        <p>
          {t('Расчёты')}: {calcs.map(({ name, feed }) => `${name} (${feed})`).join(', ')}
        </p>
      )}
    </>
  )
}
