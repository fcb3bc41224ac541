/** The state of a run and its progress, in a table. */
import type { Column } from '../../shared/columns'
import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { JOB_STATES, type JobState } from './jobs.contract'
import classes from './job-state.module.css'

interface Going {
  state: string | null
  done: number | null
  total: number | null
  fault: string | null
}

const ICONS: Record<JobState, IconName> = {
  created: 'clock',
  retry: 'refresh',
  active: 'right',
  completed: 'check',
  failed: 'alert',
  cancelled: 'x',
}
const isKnown = (state: string | null): state is JobState => state !== null && state in JOB_STATES

/** Adds the state in words, also for Excel and print. */
export const withState = <R extends Going>(row: R) => ({
  ...row,
  state_name: isKnown(row.state) ? JOB_STATES[row.state] : null,
})

const MOVING_MS = 1000
export const CALM_MS = 15_000

/** Whether it will change by itself soon; a failed run that waits for its retry will not. */
const isMoving = ({ state, fault }: Going) =>
  state === 'created' || state === 'active' || (state === 'retry' && fault === null)

/** How often the rows are read again. */
export const pace = (rows: readonly Going[] | undefined): number => (rows?.some(isMoving) ? MOVING_MS : CALM_MS)

export function RunState({ state, done, total }: Omit<Going, 'fault'>) {
  const { t } = useTranslation()
  if (!isKnown(state)) return null
  const share = done !== null && total ? done / total : null
  const words = t('{{done}} из {{total}}', { done: done ?? 0, total: total ?? 0 })
  return (
    <span className={classes.state} data-state={state}>
      <span className={classes.line}>
        <Icon name={ICONS[state]} size={16} />
        {t(JOB_STATES[state])}
      </span>
      {share !== null && (
        <span className={classes.line}>
          <progress value={share} aria-label={words} />
          <small>{words}</small>
        </span>
      )}
    </span>
  )
}

/** A state has its sign, and a reason is read whole. */
function RunCell({ row, column: { key } }: { row: Going; column: Column }) {
  const { t } = useTranslation()
  return key === 'state_name' ? <RunState {...row} /> : <span className={classes.fault}>{t(row.fault!)}</span>
}

export const renderRun = (row: Going, column: Column) =>
  (column.key === 'state_name' && row.state !== null) || (column.key === 'fault' && row.fault !== null) ? (
    <RunCell row={row} column={column} />
  ) : undefined
