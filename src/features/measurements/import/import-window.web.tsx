import { Button } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Window } from '../../../web/ui/overlay/window'
import { Dropzone, FileButton } from '../../../web/ui/file-load/dropzone'
import { FileProgress } from '../../../web/ui/file-load/file-progress'
import type { FileLoad } from '../../../web/ui/file-load/use-file-load'
import { NoteBox } from '../../../web/ui/note-box'
import { ImportPreview } from './import-preview.web'
import { TemplateButton } from './template-button.web'
import type { ImportAnswer } from './measurement-import.contract'
import { useImport } from './use-import.web'
import classes from '../../../web/ui/file-load/file-load.module.css'

interface ImportWindowProps {
  opened: boolean
  onClose: () => void
  locationId: number
  /** the last day that was loaded, 'YYYY-MM-DD' */
  onLoaded: (day: string | null) => void
}

/** A file of readings: chosen, looked at, then loaded whole or not at all. */
export const ImportWindow = ({ opened, onClose, ...props }: ImportWindowProps) => {
  const { t } = useTranslation()
  return (
    <Window title={t('Загрузка замеров из Excel')} opened={opened} onClose={onClose} icon="xls" size={720}>
      <ImportBody onClose={onClose} {...props} />
    </Window>
  )
}

function ImportBody({ onClose, locationId, onLoaded }: Omit<ImportWindowProps, 'opened'>) {
  const { t } = useTranslation()
  const loading = useImport(locationId, (day) => {
    onLoaded(day)
    onClose()
  })
  const { file, progress, problem, preview } = loading
  return (
    <div className={classes.root}>
      {!preview && progress === null && (
        <Dropzone onPick={loading.pick} hint={t('До 10 МБ и 20 000 строк. Сначала вы увидите, что будет загружено.')}>
          <TemplateButton locationId={locationId} />
        </Dropzone>
      )}
      {progress !== null && file && <FileProgress name={file.name} share={progress} />}
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      {preview && progress === null && <ImportPreview answer={preview} />}
      <Footer loading={loading} onClose={onClose} />
    </div>
  )
}

function Footer({ loading, onClose }: { loading: FileLoad<ImportAnswer>; onClose: () => void }) {
  const { t } = useTranslation()
  const { preview, progress } = loading
  const ready = preview !== null && preview.error_count === 0 && preview.created > 0
  return (
    <div className={classes.footer}>
      <Button variant="default" onClick={onClose}>
        {t('Закрыть')}
      </Button>
      {preview && progress === null && <FileButton onPick={loading.pick}>{t('Выбрать другой файл')}</FileButton>}
      {ready && (
        <Button onClick={loading.load} loading={progress !== null}>
          {t('Загрузить {{count}} замеров', { count: preview.created })}
        </Button>
      )}
    </div>
  )
}
