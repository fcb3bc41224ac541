/** /lib/feeding-rates: the norms of each feed. */
import { Stack } from '@mantine/core'
import * as z from 'zod'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { note, noted } from '../../web/offline/noted'
import { useCall } from '../../web/query-client'
import { Link } from '../../web/router/router'
import { useUrlFilters } from '../../web/router/url-filters'
import { useCan } from '../../web/session'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { SelectField } from '../../web/ui/fields/select-field'
import { RowSkeletons } from '../../web/ui/skeletons'
import { NormsBoard } from './editor/norms-board.web'
import classes from './editor/norms.module.css'

const schema = z.object({ feed: z.coerce.number() })
const NO_FEED = { feed: 0 }
/** on this device: the feed whose norms were opened last */
const LAST = 'norms-feed'

export function NormsPage() {
  const { t } = useTranslation()
  const query = useCall(goodCalls.list, {})
  const [address, choose] = useUrlFilters(schema, NO_FEED)
  const feed = address.feed || Number(noted(LAST))
  const open = (id: string) => {
    note(LAST, id)
    choose({ feed: Number(id) })
  }
  const feeds = query.data && Object.values(query.data).filter(({ type }) => type === 'feed')
  const offered = feeds
    ?.filter(({ archived, id }) => !archived || id === feed)
    .sort((one, other) => one.name.localeCompare(other.name, 'ru', { numeric: true }))
  const current = offered?.find(({ id }) => id === feed) ?? offered?.[0]
  return (
    <Stack gap="md" miw={0}>
      <h1 data-in-bar>{t('Нормы кормления')}</h1>
      {current ? (
        <NormsBoard
          key={current.id}
          owner={{ kind: 'feed', id: current.id }}
          name={current.name}
          head={
            <div className={classes.feed}>
              <SelectField
                prefix={t('Корм')}
                size="xs"
                data={offered!.map(({ id, name }) => ({ value: id, label: name }))}
                value={String(current.id)}
                onChange={(id) => id && open(id)}
              />
            </div>
          }
          brand={current.feed_brand_id}
        />
      ) : (
        <div className={classes.card}>
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data ? (
            <NoFeeds />
          ) : (
            <RowSkeletons rows={8} />
          )}
        </div>
      )}
    </Stack>
  )
}

function NoFeeds() {
  const { t } = useTranslation()
  const may = useCan()('read stocks')
  return (
    <EmptyState
      icon="feed"
      text={t('Кормов пока нет: нормы задают для каждого корма.')}
      action={may && <Link to={hrefOf('goods')}>{t('К расходникам')}</Link>}
    />
  )
}
