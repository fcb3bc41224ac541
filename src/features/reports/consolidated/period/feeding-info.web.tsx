import { useTranslation } from '../../../../web/i18n'
import { showKg } from '../../../../web/format'
import { NoteMark } from '../parts/note-mark.web'
import classes from '../parts/consolidated.module.css'
import type { CageFeeding } from './period.contract'

/** What a cage was fed and by which calculations; what is wrong with it first. */
export function FeedingInfo({ feeding: { feeds, calcs, warning } }: { feeding: CageFeeding }) {
  const { t } = useTranslation()
  return (
    <NoteMark icon={warning ? 'alert' : 'info'} tone={warning ? 'warn' : 'plain'} label={t('Кормление')}>
      {warning && <p>{warning}</p>}
      {feeds.length > 0 && (
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
    </NoteMark>
  )
}
