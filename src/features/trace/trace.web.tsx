/** The chain on the screen: each step links to the journal of its documents, and to the chains of what it names. */
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { NotFound } from '../../web/layout/not-found'
import { useCall } from '../../web/query-client'
import { Link, type PageProps } from '../../web/router/router'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { NoteBox } from '../../web/ui/note-box'
import { RowSkeletons } from '../../web/ui/skeletons'
import { PlainTable } from '../../web/ui/table/plain-table'
import { stepsOf, titleOf, type Step, type StepRow } from './trace-steps.web'
import { type Trace, traceCalls, type TraceOf } from './trace.contract'
import styles from './trace.module.css'

const HOME: Record<TraceOf, { to: string; text: string }> = {
  shipment: { to: hrefOf('shipments'), text: 'Журнал отгрузок' },
  batch: { to: hrefOf('batches'), text: 'Партии' },
  generation: { to: hrefOf('library', { route: 'generations' }), text: 'Генерации' },
}

export function TracePage({ params }: PageProps) {
  const what = params.what as TraceOf
  return what in traceCalls ? <Chain key={`${what}:${params.id}`} what={what} id={Number(params.id)} /> : <NotFound />
}

function Chain({ what, id }: { what: TraceOf; id: number }) {
  const { t } = useTranslation()
  const query = useCall(traceCalls[what], { id })
  const home = HOME[what]
  const trace = query.data
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <p>{t('Прослеживаемость')}</p>
          <h1>{trace ? titleOf(trace, t) : '\u00a0'}</h1>
        </div>
        <Button variant="default" leftSection={<Icon name="left" size={16} />} onClick={() => navigate(home.to)}>
          {t(home.text)}
        </Button>
        {what !== 'generation' && (
          <Button
            leftSection={<Icon name="print" size={16} />}
            onClick={() => navigate(hrefOf('passport', { what, id }))}
          >
            {t('Паспорт партии')}
          </Button>
        )}
      </header>
      {trace ? (
        <Steps trace={trace} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={8} />
      )}
    </div>
  )
}

function Steps({ trace }: { trace: Trace }) {
  const { t } = useTranslation()
  const steps = stepsOf(trace, t)
  return (
    <>
      {trace.partial && (
        <NoteBox kind="warn">
          {t('Часть цепочки относится к модулям и складам, которые вам недоступны: здесь её нет.')}
        </NoteBox>
      )}
      {steps.length === 0 && <EmptyState text={t('Рыба этой генерации ещё никуда не уходила.')} />}
      <ol className={styles.chain}>
        {steps.map((step) => (
          <StepCard key={step.key} step={step} />
        ))}
      </ol>
    </>
  )
}

function StepCard({ step }: { step: Step }) {
  const { t } = useTranslation()
  const { icon, title, note, columns, rows, journal } = step
  return (
    <li className={styles.step}>
      <span className={styles.mark}>
        <Icon name={icon} size={16} />
      </span>
      <section className={styles.card}>
        <div className={styles.stepHead}>
          <h2>{t(title)}</h2>
          {journal && (
            <Link to={journal}>
              <Icon name="book" size={14} /> {t('В журнале')}
            </Link>
          )}
        </div>
        {note && <p className={styles.note}>{t(note)}</p>}
        <PlainTable
          columns={columns}
          rows={rows}
          rowKey={(_, index) => index}
          renderCell={(row, { key }) => onwardCell(step, row, key)}
        />
      </section>
    </li>
  )
}

/** Names of batches, generations and waybills link to their own chains. */
function onwardCell({ key: step }: Step, row: StepRow, key: string) {
  const links: Record<string, string> = {
    batch: hrefOf('trace', { what: 'batch', id: Number(row.batch_id) }),
    generation: hrefOf('trace', { what: 'generation', id: Number(row.generation_id) }),
    counterparty: hrefOf('trace', { what: 'shipment', id: Number(row.shipment_id) }),
  }
  const asked = key === 'counterparty' ? step === 'shipped' : key in links
  return asked && row[key] ? <Link to={links[key]!}>{String(row[key])}</Link> : undefined
}
