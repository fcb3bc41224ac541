/** /moving-in: a book is sent, what it asks is answered, its rows are mended, and it is brought in whole. */
import { useState } from 'react'
import { Stack } from '@mantine/core'
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { isApiError, newKey } from '../../../web/api'
import { upload } from '../../../web/files/upload'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useWriteGate } from '../../../web/session'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { Dropzone } from '../../../web/ui/file-load/dropzone'
import { FileProgress } from '../../../web/ui/file-load/file-progress'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { type ImportLine, pastCalls } from '../calls/past.contract'
import { IMPORT_STATES } from '../calls/past-words.contract'
import { Book } from './book.web'
import { OwnPast } from './own-past.web'
import classes from './past.module.css'

const schema = z.object({ book: z.coerce.number() })
const NO_BOOK = { book: 0 }
const MAX_BYTES = 10_000_000
const FAILED = 'Файл не прочитан: нужна книга Excel (.xlsx) до 10 МБ без макросов и защиты.'

/** A book on its way to the server; what is wrong with it is told below. */
function useSending(onSent: (id: number) => void) {
  const [file, setFile] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (picked: File) => {
    if (picked.size > MAX_BYTES) return setProblem('Файл больше 10 МБ: разделите его на части.')
    setProblem(null)
    setFile({ name: picked.name, share: 0 })
    const onProgress = (share: number) => setFile({ name: picked.name, share })
    try {
      const one = { name: picked.name, content: new Blob([await picked.arrayBuffer()], { type: picked.type }) }
      const { id } = await upload(pastCalls.upload, {}, one, { onProgress, idempotencyKey: newKey(), quiet: true })
      onSent(id)
    } catch (error) {
      setProblem(isApiError(error) && error.message ? error.message : FAILED)
    } finally {
      setFile(null)
    }
  }
  return { file, problem, send: (picked: File) => void send(picked) }
}

const columns: Column[] = [
  { key: 'created', title: 'Загружена', type: 'datetime', always: true },
  { key: 'file', title: 'Файл', type: 'text', fill: true },
  { key: 'state_name', title: 'Статус', type: 'text', words: true },
  { key: 'rows', title: 'Строк', type: 'count', noZero: true },
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
]

function Books({ book, open }: { book: number; open: (id: number) => void }) {
  const { t } = useTranslation()
  const query = useCall(pastCalls.list, {})
  return (
    <DataTable<ImportLine & { state_name: string }>
      name="moving-in"
      title={t('Загруженные книги')}
      titleLevel={2}
      columns={columns}
      rows={query.data?.map((line) => ({ ...line, state_name: IMPORT_STATES[line.state] }))}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      onRowClick={({ id }) => open(id)}
      selectedId={book}
      emptyText={t('Книг ещё не загружали.')}
    />
  )
}

export function PastPage() {
  const { t } = useTranslation()
  const [{ book }, choose] = useUrlFilters(schema, NO_BOOK)
  const open = (id: number) => choose({ book: id })
  const { file, problem, send } = useSending(open)
  const gate = useWriteGate('bring past')
  return (
    <Stack gap="md" miw={0}>
      <h1 data-in-bar>{t('Перенос прошлого')}</h1>
      <section className={classes.card}>
        {file ? (
          <FileProgress name={file.name} share={file.share} />
        ) : gate ? (
          <NoteBox kind="warn">{gate}</NoteBox>
        ) : (
          <Dropzone
            onPick={send}
            hint={t(
              'Приходы, зарыбления, кормления, лечения, отходы, навески, пересадки, подъёмы рыбы, замеры воды и затраты: лист на вид, лист на садок с днём в строке или всё на одном листе со столбцом «Операция». До 10 МБ и 30 000 строк. Сначала вы увидите, что получится.',
            )}
          >
            <DownloadButton endpoint={pastCalls.sample} input={{}} named={t('Образец прошлого')}>
              {t('Скачать образец')}
            </DownloadButton>
          </Dropzone>
        )}
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      </section>
      {book > 0 && <Book key={book} id={book} close={() => choose(NO_BOOK)} />}
      <Books book={book} open={open} />
      <OwnPast />
    </Stack>
  )
}
