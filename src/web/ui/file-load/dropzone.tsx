import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { usePhone } from '../use-phone'
import classes from './file-load.module.css'

/** Excel's own type, and the extension for systems that do not know the type. */
const ACCEPTED = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface DropzoneProps {
  onPick: (file: File) => void
  /** translated: which files are accepted, and what happens next */
  hint: string
  /** downloads, shown beside the choice of a file */
  children: ReactNode
}

/** Where a workbook is dropped or chosen. */
export function Dropzone({ onPick, hint, children }: DropzoneProps) {
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
        <small>{hint}</small>
      </p>
      <div className={classes.choice}>
        <FileButton onPick={onPick} primary>
          {t('Выбрать файл')}
        </FileButton>
        {children}
      </div>
    </div>
  )
}

export function FileButton({
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
    // the same file may be chosen again once it is corrected
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
