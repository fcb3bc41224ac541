/** One book: how far it is, what it asks, its rows, and what becomes of the farm. */
import { useEffect, useRef } from 'react'
import { Button, Group } from '@mantine/core'
import { call } from '../../../web/api'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useWriteGate } from '../../../web/session'
import { ErrorState } from '../../../web/ui/error-state'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { GateButton } from '../../../web/ui/gate-button'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { type ImportDetails, pastCalls } from '../calls/past.contract'
import { IMPORT_STATES } from '../calls/past-words.contract'
import { Lacking } from './lacking.web'
import { Outcome } from './outcome.web'
import { Questions } from './questions.web'
import { PastRows } from './rows.web'
import { Sheets } from './sheets.web'
import classes from './past.module.css'

const POLL_MS = 1000
const WAITING: ReadonlySet<string> = new Set(['checking', 'bringing', 'undoing'])
const waits = (of: Pick<ImportDetails, 'state' | 'broken'> | undefined) =>
  of !== undefined && WAITING.has(of.state) && !of.broken

/** The book, read again and again while the server works on it. */
function useBook(id: number) {
  const { t } = useTranslation()
  const query = useCall(
    pastCalls.one,
    { id },
    { refetchInterval: ({ state: { data } }) => (waits(data) ? POLL_MS : false) },
  )
  const before = useRef<string | undefined>(undefined)
  const state = query.data?.state
  const reason = query.data?.reason
  useEffect(() => {
    const was = before.current
    before.current = state
    if (was === undefined || was === state || (state && WAITING.has(state))) return
    void invalidateTags(['fish', 'goods', 'places', 'lists'])
    if (state === 'brought' && was === 'bringing') notifySuccess(t('Прошлое перенесено'))
    else if (state === 'undone') notifySuccess(t('Перенос отменён'))
    else if (was !== 'checking' && reason) notifyError(reason)
  }, [state, reason, t])
  const after = async (work: Promise<unknown>) => {
    await work.catch(() => undefined)
    await query.refetch()
  }
  return { query, book: query.data, after }
}

export type After = (work: Promise<unknown>) => Promise<void>

function Progress({ book: { state, done, total } }: { book: ImportDetails }) {
  const { t } = useTranslation()
  const words = t('{{what}}: {{done}} из {{total}}', {
    what: t(IMPORT_STATES[state]),
    done: done ?? 0,
    total: total ?? 0,
  })
  return (
    <NoteBox>
      <span className={classes.progress} role="status">
        {`${total ? words : t(IMPORT_STATES[state])}. `}
        {t('Страницу можно закрыть: книга найдётся в списке.')}
        <progress value={total ? (done ?? 0) / total : undefined} aria-label={words} />
      </span>
    </NoteBox>
  )
}

/** Until names are known each row is wrong, and says of itself what the questions say of all. */
const waitsForNames = ({ questions, counts }: ImportDetails): boolean =>
  questions.length > 0 && counts !== null && counts.ready + counts.there === 0

function Actions({ book, after, close }: { book: ImportDetails; after: After; close: () => void }) {
  const { t } = useTranslation()
  const gate = useWriteGate('bring past')
  const { id, state, counts, digest } = book
  const wrong = counts?.wrong ?? 0
  const why =
    gate ??
    (digest === null
      ? t('Книга ещё проверяется')
      : wrong > 0
        ? t('Исправьте строки с ошибками или пропустите их')
        : counts?.ready === 0
          ? t('В книге нечего записывать')
          : null)
  const undo = async () => {
    const text = t('Отменить перенос книги «{{file}}»? Все её операции будут удалены.', { file: book.file })
    if (await confirm(text, { yes: t('Отменить перенос') })) await after(call(pastCalls.undo, { id }))
  }
  const remove = async () => {
    await call(pastCalls.remove, { id }).then(close, () => undefined)
    await invalidateTags(['lists'])
  }
  if (state === 'brought')
    return (
      <Group gap="xs">
        <Button variant="default" size="xs" fz="sm" disabled={gate !== null} onClick={() => void undo()}>
          {t('Отменить перенос')}
        </Button>
      </Group>
    )
  if (state === 'undone')
    return (
      <Group gap="xs">
        <GateButton reason={gate} variant="default" onClick={() => void after(call(pastCalls.check, { id }))}>
          {t('Перенести ещё раз')}
        </GateButton>
      </Group>
    )
  if (state !== 'checked' && !book.broken) return null
  return (
    <Group gap="xs">
      <GateButton icon="check" reason={why} onClick={() => void after(call(pastCalls.bring, { id, digest: digest! }))}>
        {t('Записать {{rows}} строк', { count: counts?.ready ?? 0, rows: showCount(counts?.ready ?? 0) })}
      </GateButton>
      {wrong > 0 && !waitsForNames(book) && (
        <>
          <Button variant="default" size="xs" fz="sm" onClick={() => void after(call(pastCalls.leaveWrong, { id }))}>
            {t('Пропустить строки с ошибками')}
          </Button>
          <DownloadButton endpoint={pastCalls.wrongRows} input={{ id }} named={t('Исправить')} size="xs">
            {t('Скачать их с причинами')}
          </DownloadButton>
        </>
      )}
      {book.broken && (
        <Button variant="default" size="xs" fz="sm" onClick={() => void after(call(pastCalls.check, { id }))}>
          {t('Начать ещё раз')}
        </Button>
      )}
      <Button variant="default" size="xs" fz="sm" onClick={() => void remove()}>
        {t('Убрать книгу')}
      </Button>
    </Group>
  )
}

export function Book({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation()
  const { query, book, after } = useBook(id)
  if (!book)
    return (
      <section className={classes.card}>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={6} />
        )}
      </section>
    )
  const open = book.state === 'checking' || book.state === 'checked'
  return (
    <section className={classes.card} aria-label={book.file}>
      <h2 className={classes.title}>
        {book.file} <small>{t(IMPORT_STATES[book.state])}</small>
      </h2>
      {waits(book) && <Progress book={book} />}
      {book.reason && <NoteBox kind="danger">{book.reason}</NoteBox>}
      {book.same && (
        <NoteBox kind="warn">{t('Этот файл уже перенесён {{date}}: операций {{rows}}.', book.same)}</NoteBox>
      )}
      {open && <Sheets book={book} after={after} />}
      {open && book.questions.length > 0 && <Questions book={book} after={after} />}
      <Lacking book={book} open={open} after={after} />
      {book.counts &&
        (waitsForNames(book) ? (
          <p className={classes.hint}>{t('Строки появятся здесь, когда вы ответите.')}</p>
        ) : (
          <PastRows book={book} open={open} after={after} />
        ))}
      {book.counts && <Outcome book={book} />}
      <Actions book={book} after={after} close={close} />
    </section>
  )
}
