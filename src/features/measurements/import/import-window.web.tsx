import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Window } from '../../../web/ui/overlay/window'
import { NoteBox } from '../../../web/ui/note-box'
import { usePhone } from '../../../web/ui/use-phone'
import { ImportPreview } from './import-preview.web'
import { TemplateButton } from './template-button.web'
import { useImport, type Import } from './use-import.web'
import classes from './import-window.module.css'

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
      {!preview && progress === null && <Dropzone onPick={loading.pick} locationId={locationId} />}
      {progress !== null && file && <Progress name={file.name} share={progress} />}
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      {preview && progress === null && <ImportPreview answer={preview} />}
      <Footer loading={loading} onClose={onClose} />
    </div>
  )
}

/** Excel's own type, and the ending for systems that do not know it. */
const ACCEPTED = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function Dropzone({ onPick, locationId }: { onPick: (file: File) => void; locationId: number }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onPick(file)
  }
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="xls" size={28} />
      <p>
        {phone ? t('Выберите файл .xlsx.') : t('Перетащите сюда файл .xlsx или выберите его.')}
        <small>{t('До 10 МБ и 20 000 строк. Сначала вы увидите, что будет загружено.')}</small>
      </p>
      <div className={classes.choice}>
        <FileButton onPick={onPick} primary>
          {t('Выбрать файл')}
        </FileButton>
        <TemplateButton locationId={locationId} />
      </div>
    </div>
  )
}

function FileButton({
  onPick,
  primary,
  children,
}: {
  onPick: (file: File) => void
  primary?: boolean
  children: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // the same file, corrected, may be chosen again
    event.currentTarget.value = ''
    if (file) onPick(file)
  }
  return (
    <>
      <Button variant={primary ? 'filled' : 'default'} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input ref={input} type="file" accept={ACCEPTED} hidden aria-label={children} onChange={choose} />
    </>
  )
}

function Progress({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const text = share < 1 ? t('Отправка {{percent}} %', { percent }) : t('Проверка строк…')
  return (
    <div className={classes.progress} role="status">
      <span>
        {name} <b>{text}</b>
      </span>
      <progress value={share < 1 ? share : undefined} aria-label={text} />
    </div>
  )
}

function Footer({ loading, onClose }: { loading: Import; onClose: () => void }) {
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
