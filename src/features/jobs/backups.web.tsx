import { type ReactNode, useEffect } from 'react'
import { call } from '../../web/api'
import { showDateTime } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { EmptyState } from '../../web/ui/empty-state'
import { GateButton } from '../../web/ui/gate-button'
import { NoteBox } from '../../web/ui/note-box'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { backupColumns, backupsCall } from './backups.contract'
import classes from './backups.module.css'
import { CALM_MS, pace, RunState } from './job-state.web'
import { JobTabs } from './job-tabs.web'
import { installationCalls } from './jobs.contract'

const BACKUP = 'backup'

/** The job that makes a whole copy, as it goes. */
function useBackupJob() {
  const query = useCall(installationCalls.clock, {}, { refetchInterval: ({ state }) => pace(state.data) })
  const job = query.data?.find(({ id }) => id === BACKUP)
  const run = () =>
    void call(installationCalls.run, { job: BACKUP })
      // a refusal is shown by the call itself
      .catch(() => undefined)
      .then(() => query.refetch())
  return { job, run }
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </>
)

/** Which moments of the database can be brought back. */
export function BackupsPage() {
  const { t } = useTranslation()
  const { job, run } = useBackupJob()
  const query = useCall(backupsCall, {}, { refetchInterval: CALM_MS })
  const { data: found, refetch } = query
  // a copy is there as soon as its job has ended
  useEffect(() => void refetch(), [job?.state, job?.last_at, refetch])
  const none = (
    <EmptyState
      icon="clock"
      text={t(
        'Копии здесь не делаются. Чтобы Садок делал их сам, задайте папку на другом диске в BACKUP_DIR и запустите его снова. Для своего сервера PostgreSQL способ описан в docs/deploy.md.',
      )}
    />
  )
  if (found?.folder === null) return <JobTabs current="backups">{none}</JobTabs>
  const newest = found?.rows[0]
  const reason = job?.state === 'active' ? t('Задание уже выполняется.') : null
  return (
    <JobTabs current="backups">
      {found?.fault && (
        <NoteBox kind="danger">
          {t('Копии базы не делаются с {{since}}. {{why}}', {
            since: showDateTime(found.fault.since),
            why: t(found.fault.text),
          })}
        </NoteBox>
      )}
      {found && (
        <dl className={classes.facts}>
          <Fact title={t('Скопировано по')}>{newest ? showDateTime(newest.until) : t('копий ещё нет')}</Fact>
          <Fact title={t('Следующая полная копия')}>{showDateTime(job?.next_at)}</Fact>
          <Fact title={t('Хранятся')}>
            {t('все за {{days}} дн. и по одной за {{weeks}} нед.', { days: found.days, weeks: found.weeks })}
          </Fact>
          <Fact title={t('Папка')}>{found.folder}</Fact>
        </dl>
      )}
      <div className={classes.making}>
        <GateButton icon="refresh" reason={reason} onClick={run}>
          {t('Сделать сейчас')}
        </GateButton>
        {job && <RunState {...job} />}
      </div>
      <SearchedTable
        name="backups"
        title={t('Копии базы')}
        columns={backupColumns}
        rows={found?.rows}
        error={found ? undefined : query.error}
        onRetry={() => void refetch()}
        startSort="-from"
        emptyText={t('Копий ещё нет: первая делается сразу после запуска.')}
      />
    </JobTabs>
  )
}
