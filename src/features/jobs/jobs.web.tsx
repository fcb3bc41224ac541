import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { pace, renderRun, withState } from './job-state.web'
import { JobTabs } from './job-tabs.web'
import { jobCalls, jobColumns } from './jobs.contract'
import { useRetry } from './retry.web'

/** The jobs of the farm: its letters, and other work that no call waits for. */
export function JobsPage() {
  const { t } = useTranslation()
  const query = useCall(jobCalls.list, {}, { refetchInterval: ({ state }) => pace(state.data) })
  const retry = useRetry((run) => call(jobCalls.retry, { run }), query.refetch)
  return (
    <JobTabs current="jobs">
      <SearchedTable
        name="jobs"
        title={t('Фоновые задания')}
        columns={jobColumns}
        rows={query.data?.map(withState)}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="-ordered_at"
        renderCell={renderRun}
        rowActions={retry}
        emptyText={t('Заданий не было. Здесь появятся письма приглашений и другая работа, которой никто не ждёт.')}
      />
    </JobTabs>
  )
}
