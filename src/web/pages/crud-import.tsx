/** A list from a spreadsheet: chosen, looked at row by row, then loaded whole or not at all. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import type * as z from 'zod'
import type { Endpoint } from '../../shared/contract'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { notifySuccess } from '../notify'
import { DownloadButton } from '../ui/file-load/download-button'
import { Dropzone, FileButton } from '../ui/file-load/dropzone'
import { FileProgress } from '../ui/file-load/file-progress'
import { useFileLoad } from '../ui/file-load/use-file-load'
import { NoteBox } from '../ui/note-box'
import { Window } from '../ui/overlay/window'
import { usePhone } from '../ui/use-phone'
import { type ImportAnswer, ImportPreview } from './crud-import-preview'
import classes from '../ui/file-load/file-load.module.css'

/** The empty or filled table, and the upload with its preview. */
export interface Importing {
  template: Endpoint
  upload: Endpoint<z.ZodType, z.ZodType<ImportAnswer>>
}

const FAILED = 'Таблица не загрузилась. Повторите попытку.'

interface ImportButtonProps {
  importing: Importing
  /** translated, of the list */
  title: string
  onLoaded: () => void
}

/** On a phone it is its drawing alone: the filters and «Создать» stand beside it. */
export function ImportButton({ importing, title, onLoaded }: ImportButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const label = t('Загрузить из таблицы')
  const icon = <Icon name="xls" size={16} />
  const bare = usePhone()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        fz="sm"
        aria-label={label}
        leftSection={bare ? undefined : icon}
        onClick={() => setOpened(true)}
      >
        {bare ? icon : label}
      </Button>
      <Window
        title={t('{{title}}: загрузка из таблицы', { title })}
        opened={opened}
        onClose={() => setOpened(false)}
        icon="xls"
        size={720}
      >
        <ImportBody importing={importing} title={title} onClose={() => setOpened(false)} onLoaded={onLoaded} />
      </Window>
    </>
  )
}

function ImportBody({ importing, title, onClose, onLoaded }: ImportButtonProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { file, progress, problem, preview, pick, load } = useFileLoad({
    endpoint: importing.upload,
    input: {},
    failed: FAILED,
    onLoaded: ({ created, changed, journal }) => {
      const text = t('Загружено. Новых: {{created}}, изменено: {{changed}}', { created, changed })
      notifySuccess(text, { link: journal ? { to: journal, title: t('Что изменилось') } : null })
      onLoaded()
      onClose()
    },
  })
  const writes = preview === null ? 0 : preview.created + preview.changed
  const shown = progress === null ? preview : null
  return (
    <div className={classes.root}>
      {!preview && progress === null && (
        <Dropzone
          onPick={pick}
          hint={t('До 10 МБ и 5 000 строк. Сначала вы увидите, что изменится. Строки узнаются по названию.')}
        >
          <DownloadButton endpoint={importing.template} input={{ filled: true }} named={title}>
            {t('Скачать со строками')}
          </DownloadButton>
          <DownloadButton endpoint={importing.template} input={{ filled: false }} named={title}>
            {t('Скачать шаблон')}
          </DownloadButton>
        </Dropzone>
      )}
      {progress !== null && file && <FileProgress name={file.name} share={progress} />}
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      {shown && <ImportPreview answer={shown} />}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('Закрыть')}
        </Button>
        {shown && <FileButton onPick={pick}>{t('Выбрать другой файл')}</FileButton>}
        {preview && preview.error_count === 0 && writes > 0 && (
          <Button onClick={load} loading={progress !== null}>
            {t('Загрузить строк: {{count}}', { count: writes })}
          </Button>
        )}
      </div>
    </div>
  )
}
