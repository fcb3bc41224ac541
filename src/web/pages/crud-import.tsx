/** A list from a spreadsheet. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import type * as z from 'zod'
import type { Endpoint } from '../../shared/contract'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { DownloadButton } from '../ui/file-load/download-button'
import { usePhone } from '../ui/use-phone'
import { type ListImportAnswer, ImportPreview } from './crud-import-preview'
import { ImportWindow } from './import-window'

/** The template or the filled table for download, and the upload with its preview. */
export interface Importing {
  template: Endpoint
  upload: Endpoint<z.ZodType, z.ZodType<ListImportAnswer>>
}

const FAILED = 'Таблица не загрузилась. Повторите попытку.'

interface ImportButtonProps {
  importing: Importing
  /** translated, of the list */
  title: string
  onLoaded: () => void
}

/** On a phone it is only an icon, since filters and «Создать» are beside it. */
export function ImportButton({ importing: { template, upload }, title, onLoaded }: ImportButtonProps) {
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
      <ImportWindow
        title={t('{{title}}: загрузка из таблицы', { title })}
        opened={opened}
        onClose={() => setOpened(false)}
        upload={upload}
        failed={FAILED}
        hint={t('До 10 МБ и 5 000 строк. Сначала вы увидите, что изменится. Строки узнаются по названию.')}
        templates={
          <>
            <DownloadButton endpoint={template} input={{ filled: true }} named={title}>
              {t('Скачать со строками')}
            </DownloadButton>
            <DownloadButton endpoint={template} input={{ filled: false }} named={title}>
              {t('Скачать шаблон')}
            </DownloadButton>
          </>
        }
        preview={(answer) => <ImportPreview answer={answer} />}
        loadText={({ created, changed }) =>
          created + changed > 0 ? t('Загрузить строк: {{count}}', { count: created + changed }) : null
        }
        loadedText={({ created, changed }) =>
          t('Загружено. Новых: {{created}}, изменено: {{changed}}', { created, changed })
        }
        onLoaded={onLoaded}
      />
    </>
  )
}
