import { useState } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../web/api'
import { useFilters } from '../../web/filters/use-filters'
import { useTranslation } from '../../web/i18n'
import { readAll } from '../../web/pages/journal-page'
import { useCall } from '../../web/query-client'
import { DataTable } from '../../web/ui/table/data-table'
import { pace, renderRun, withState } from './job-state.web'
import { JobTabs } from './job-tabs.web'
import {
  installationCalls,
  installationJobColumns,
  type InstallationJobRow,
  JOB_STATES,
  type JobState,
} from './jobs.contract'
import { useRetry } from './retry.web'

/** The page in the address; the first one when that is invalid. */
function usePage(asked: string) {
  const [turned, turn] = useState({ asked, page: 1, perPage: 25 })
  return {
    page: turned.asked === asked ? turned.page : 1,
    perPage: turned.perPage,
    onPage: (page: number, perPage: number) => turn({ asked, page, perPage }),
  }
}

function useChosen() {
  const { t } = useTranslation()
  const jobs = useCall(installationCalls.clock, {}).data
  return useFilters([
    {
      key: 'job',
      input: 'job',
      title: 'Задание',
      as: 'one',
      options: jobs?.map(({ id, title }) => ({ value: id, label: t(title) })),
    },
    {
      key: 'state',
      input: 'state',
      as: 'one',
      title: 'Статус',
      options: Object.entries(JOB_STATES).map(([value, title]) => ({ value, label: t(title) })),
    },
  ])
}

/** The jobs of all farms and of the clock. */
export function InstallationJobsPage() {
  const { t } = useTranslation()
  const filters = useChosen()
  const { job, state } = filters.values
  const paging = usePage(`${job} ${state}`)
  const wanted = filters.input as { job?: string; state?: JobState }
  const query = useCall(
    installationCalls.jobs,
    { ...wanted, page: paging.page, per_page: paging.perPage },
    { placeholderData: keepPreviousData, refetchInterval: ({ state: { data } }) => pace(data?.rows) },
  )
  const retry = useRetry((run) => call(installationCalls.retry, { run }), query.refetch)
  return (
    <JobTabs current="installationJobs">
      <DataTable
        name="installation-jobs"
        title={t('Задания установки')}
        columns={installationJobColumns}
        rows={query.data?.rows.map(withState)}
        total={query.data?.total}
        {...paging}
        loading={query.isPlaceholderData}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        fetchAll={async () => (await readAll<InstallationJobRow>(installationCalls.jobs, wanted)).map(withState)}
        renderCell={renderRun}
        rowActions={retry}
        exportNote={filters.note}
        toolbar={filters.bar}
        emptyText={t('Таких заданий нет.')}
      />
    </JobTabs>
  )
}
