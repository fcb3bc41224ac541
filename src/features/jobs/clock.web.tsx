import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { pace, renderRun, withState } from './job-state.web'
import { JobTabs } from './job-tabs.web'
import { clockColumns, installationCalls } from './jobs.contract'

/** What the installation does by the clock: when each job ran last, and when it runs next. */
export function ClockPage() {
  const { t } = useTranslation()
  const query = useCall(installationCalls.clock, {}, { refetchInterval: ({ state }) => pace(state.data) })
  const run = (job: string) =>
    void call(installationCalls.run, { job })
      .catch(() => undefined)
      .then(() => query.refetch())
  return (
    <JobTabs current="jobClock">
      <SearchedTable
        name="jobs-clock"
        title={t('Расписание заданий')}
        columns={clockColumns}
        rows={query.data?.map(withState)}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="title"
        startPerPage={25}
        renderCell={renderRun}
        rowActions={({ id, can_run, state }) =>
          can_run
            ? [
                {
                  icon: 'right',
                  title: t('Выполнить сейчас'),
                  worded: true,
                  disabled: state === 'active',
                  disabledReason: t('Задание уже выполняется.'),
                  onClick: () => run(id),
                },
              ]
            : []
        }
        emptyText={t('Таких заданий нет.')}
      />
    </JobTabs>
  )
}
