/** Imports a spreadsheet: it is chosen, previewed row by row, then imported as a whole or not at all. */
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import type * as z from 'zod'
import type { Endpoint } from '../../shared/contract'
import type { ImportAnswer } from '../../shared/sheets/import'
import { useTranslation } from '../i18n'
import { notifySuccess } from '../notify'
import { Dropzone, FileButton } from '../ui/file-load/dropzone'
import { FileProgress } from '../ui/file-load/file-progress'
import { useFileLoad } from '../ui/file-load/use-file-load'
import { NoteBox } from '../ui/note-box'
import { Window } from '../ui/overlay/window'
import classes from '../ui/file-load/file-load.module.css'

export interface ImportOf<A extends ImportAnswer> {
  upload: Endpoint<z.ZodType, z.ZodType<A>>
  /** beside the file */
  input?: object
  /** i18n key, shown when the server gives no text */
  failed: string
  /** translated; which files are accepted */
  hint: string
  /** the files to fill in */
  templates: ReactNode
  /** what importing would do, or why it does nothing */
  preview: (answer: A) => ReactNode
  /** translated; null when there is nothing to import */
  loadText: (answer: A) => string | null
  /** translated, once it is stored */
  loadedText: (answer: A) => string
  onLoaded: (answer: A) => void
}

interface ImportWindowProps<A extends ImportAnswer> extends ImportOf<A> {
  /** translated */
  title: string
  opened: boolean
  onClose: () => void
}

export const ImportWindow = <A extends ImportAnswer>({ title, opened, onClose, ...of }: ImportWindowProps<A>) => (
  <Window title={title} opened={opened} onClose={onClose} icon="xls" size={720}>
    <ImportBody {...of} onClose={onClose} />
  </Window>
)

function ImportBody<A extends ImportAnswer>({ onClose, ...of }: ImportOf<A> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { file, progress, problem, preview, pick, load } = useFileLoad({
    endpoint: of.upload,
    input: of.input ?? {},
    failed: of.failed,
    onLoaded: (answer) => {
      const link = answer.journal ? { to: answer.journal, title: t('Что изменилось') } : null
      notifySuccess(of.loadedText(answer), { link })
      of.onLoaded(answer)
      onClose()
    },
  })
  const shown = progress === null ? preview : null
  const loadText = preview && preview.error_count === 0 ? of.loadText(preview) : null
  return (
    <div className={classes.root}>
      {!preview && progress === null && (
        <Dropzone onPick={pick} hint={of.hint}>
          {of.templates}
        </Dropzone>
      )}
      {progress !== null && file && <FileProgress name={file.name} share={progress} />}
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      {shown && of.preview(shown)}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('Закрыть')}
        </Button>
        {shown && <FileButton onPick={pick}>{t('Выбрать другой файл')}</FileButton>}
        {loadText !== null && (
          <Button onClick={load} loading={progress !== null}>
            {loadText}
          </Button>
        )}
      </div>
    </div>
  )
}
