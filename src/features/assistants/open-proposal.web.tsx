/** A proposal that waits: what would be recorded, what it would change now, and the two answers to it. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { showInstant } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { notifySuccess } from '../../web/notify'
import { callQuery, invalidateTags } from '../../web/query-client'
import { useWriteGate } from '../../web/session'
import { NoteBox } from '../../web/ui/note-box'
import { useCageColor } from '../../core/cages/cage-cache.web'
import { documentFields } from '../../core/documents/change-log/change-log.contract'
import { Changes } from '../../core/documents/change-log/changes.web'
import { Doubts, PreviewBox } from '../../core/documents/form/preview.web'
import { contractOf, kindNamed } from '../../core/documents/kinds/kinds.contract'
import cards from '../../web/styles/cards.module.css'
import { proposalCalls, type ProposalRow } from './proposals.contract'
import classes from './proposals.module.css'

/** Asked in sight alone: a hundred may wait. Why it has become impossible stands in the card, not in a notice. */
const useForeseen = (id: number, enabled: boolean) =>
  useQuery({
    ...callQuery(proposalCalls.preview, { id }),
    queryFn: ({ signal }) => call(proposalCalls.preview, { id }, { quiet: true, signal }),
    retry: false,
    enabled,
  })

/** What became of it: it is read again with all that it has changed. */
const RENEWED = ['proposals', 'fish', 'goods', 'spending'] as const

function useDecision({ id }: ProposalRow) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const decide = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      notifySuccess(done)
    } catch {
      // the call has shown why; what is seen may be old
    }
    await invalidateTags(RENEWED).finally(() => setBusy(false))
  }
  return {
    busy,
    confirm: (seen: string) => decide(() => call(proposalCalls.confirm, { id, seen }), t('Записано!')),
    reject: () => decide(() => call(proposalCalls.reject, { id }), t('Предложение отклонено')),
  }
}

export function OpenProposal({ row }: { row: ProposalRow }) {
  const { t } = useTranslation()
  const gate = useWriteGate()
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const query = useForeseen(row.id, inViewport)
  const { busy, confirm, reject } = useDecision(row)
  const name = kindNamed(row.kind)
  const seen = query.error ? undefined : query.data?.seen
  const shut = { disabled: gate !== null || busy, title: gate ?? undefined }
  return (
    <li ref={ref} className={cards.card} data-tone="accent" aria-busy={busy}>
      <h2>
        {name && <Icon name={contractOf(name).icon} />}
        {t(row.title)}
      </h2>
      <p className={cards.quiet}>
        {t('Предлагает «{{name}}», {{moment}}. Ждёт до {{end}}.', {
          name: row.assistant,
          moment: showInstant(row.made_at),
          end: showInstant(row.expires_at),
        })}
      </p>
      <Changes action="create" changes={row.fields} fields={documentFields} />
      {row.reason && (
        <blockquote className={classes.reason}>
          <span className={cards.quiet}>{t('Помощник пишет:')}</span> {row.reason}
        </blockquote>
      )}
      <Foreseen query={query} />
      <div className={cards.buttons}>
        <Button {...shut} disabled={shut.disabled || !seen} loading={busy} onClick={() => void confirm(seen!)}>
          {t('Подтвердить')}
        </Button>
        <Button variant="default" {...shut} onClick={() => void reject()}>
          {t('Отклонить')}
        </Button>
      </div>
    </li>
  )
}

/** What it would change now; and what it would have when it was proposed, where that is another thing. */
function Foreseen({ query }: { query: ReturnType<typeof useForeseen> }) {
  const { t } = useTranslation()
  const look = { unit: 'kg' as const, colorOf: useCageColor(), error: null, waiting: false }
  const { data, error, isPending } = query
  return (
    <>
      {data?.changed && !error && (
        <NoteBox kind="warn">
          {t('С тех пор как это предложено, данные изменились. Подтвердится то, что станет теперь.')}
        </NoteBox>
      )}
      <PreviewBox {...look} answer={data?.preview} error={error} waiting={isPending} />
      {!error && <Doubts answer={data?.preview} unit={look.unit} />}
      {data?.changed && !error && (
        <details className={classes.was}>
          <summary>{t('Что изменилось бы, когда это предложили')}</summary>
          <PreviewBox {...look} answer={data.proposed} title={t('Что изменилось бы тогда')} />
        </details>
      )}
    </>
  )
}
