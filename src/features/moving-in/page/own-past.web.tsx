/** The farm's own past as books that another farm can bring in, and that show how one is filled in. */
import { Group } from '@mantine/core'
import { showDay } from '../../../shared/dates'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { pastCalls } from '../calls/past.contract'
import classes from './past.module.css'

export function OwnPast() {
  const { t } = useTranslation()
  const query = useCall(pastCalls.ownBooks, {})
  const books = query.data
  return (
    <section className={classes.card} aria-label={t('Прошлое вашего хозяйства')}>
      <div className={classes.part}>
        <h2>{t('Прошлое вашего хозяйства')}</h2>
        <p>
          {t(
            'Книга, которую перенос примет без вопросов: образец для своей и способ переехать в новое хозяйство. Несколько книг переносят по очереди, начиная с ранней.',
          )}
        </p>
        <p>
          {t(
            'В ней всё, что было с рыбой, кормами и препаратами, замеры воды, затраты, покупатели и цены продаж, стоимость посадки. Нет в ней продукции цеха, изделий и сетей, норм и расчётов кормления, планов, задач, заметок, людей и настроек.',
          )}
        </p>
        {query.error && !books ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !books ? (
          <RowSkeletons rows={1} />
        ) : books.length === 0 ? (
          <p className={classes.empty}>{t('Операций ещё нет.')}</p>
        ) : (
          <Group gap="xs">
            {books.map(({ start, end, rows }) => (
              <DownloadButton
                key={start}
                endpoint={pastCalls.ownBook}
                input={{ start, end }}
                named={t('Прошлое хозяйства')}
                size="xs"
              >
                {`${showDay(start)}–${showDay(end)} · ${t('{{rows}} строк', { count: rows, rows: showCount(rows) })}`}
              </DownloadButton>
            ))}
          </Group>
        )}
      </div>
    </section>
  )
}
