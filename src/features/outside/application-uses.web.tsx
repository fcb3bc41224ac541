import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { ApiControlTabs } from './api-control-tabs.web'
import { apiControlCalls, applicationUseColumns, type ApplicationUseRow } from './api-control.contract'

/** How often applications outside came of late. */
export function ApplicationUsesPage() {
  const { t } = useTranslation()
  const query = useCall(apiControlCalls.uses, {})
  return (
    <ApiControlTabs current="apiUses">
      <SearchedTable<ApplicationUseRow>
        name="application-uses"
        title={t('Обращения приложений')}
        columns={applicationUseColumns}
        rows={query.data}
        loading={query.isFetching && !query.isSuccess}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="name"
        emptyText={t('Внешних приложений нет. Их создают на странице «Внешние приложения».')}
      />
    </ApiControlTabs>
  )
}
