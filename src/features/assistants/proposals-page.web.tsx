/** «Предложения помощников»: what waits for a person, then what was decided. */
import { showInstant } from '../../shared/dates'
import { useTranslation, type TFunction } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { RowSkeletons } from '../../web/ui/skeletons'
import { Changes } from '../../core/documents/change-log/changes.web'
import { documentFields } from '../../core/documents/change-log/change-log.contract'
import { DocumentLink } from '../../core/documents/open/document-link.web'
import { OpenProposal } from './open-proposal.web'
import cards from '../../web/styles/cards.module.css'
import { PROPOSAL_STATES, proposalCalls, type ProposalRow } from './proposals.contract'
import classes from './proposals.module.css'

export function ProposalsPage() {
  const { t } = useTranslation()
  const query = useCall(proposalCalls.list, {})
  return (
    <div className={classes.page}>
      <h1 data-in-bar>{t('Предложения помощников')}</h1>
      <p className={cards.quiet}>
        {t(
          'Здесь записи, которые предложили помощники — внешние приложения. В учёт они попадают, только когда их подтвердит человек, и от его имени.',
        )}
      </p>
      {query.data ? (
        <Lists rows={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={3} height={140} />
      )}
    </div>
  )
}

function Lists({ rows }: { rows: ProposalRow[] }) {
  const { t } = useTranslation()
  const open = rows.filter(({ state }) => state === 'open')
  const past = rows.filter(({ state }) => state !== 'open')
  return (
    <>
      {open.length === 0 && <EmptyState icon="check" text={t('Предложений, которые ждут решения, нет.')} />}
      <ul className={cards.list}>
        {open.map((row) => (
          <OpenProposal key={row.id} row={row} />
        ))}
      </ul>
      {past.length > 0 && (
        <section className={classes.past}>
          <h2>{t('Решённые за 30 дней')}</h2>
          <ul className={cards.list}>
            {past.map((row) => (
              <PastProposal key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function decidedText({ state, decided_by, decided_at, expires_at }: ProposalRow, t: TFunction): string {
  if (state === 'expired' || decided_at === null) return showInstant(expires_at)
  return `${decided_by ?? t('удалённый пользователь')}, ${showInstant(decided_at)}`
}

function PastProposal({ row }: { row: ProposalRow }) {
  const { t } = useTranslation()
  return (
    <li className={cards.card} data-tone={row.state === 'confirmed' ? 'good' : 'off'}>
      <h3>
        {t(row.title)}
        <span className={cards.state}>{t(PROPOSAL_STATES[row.state])}</span>
      </h3>
      <Changes action="create" changes={row.fields} fields={documentFields} />
      <p className={cards.quiet}>{`${row.assistant}, ${showInstant(row.made_at)} → ${decidedText(row, t)}`}</p>
      {row.operation_id !== null && (
        <p>
          <DocumentLink id={row.operation_id}>{t('Открыть запись')}</DocumentLink>
        </p>
      )}
    </li>
  )
}
