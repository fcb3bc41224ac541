/** Pictures of a form: taken or chosen, made small and put on this device at once; the form holds their names. */
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { usePhone } from '../use-phone'
import { shrinkPicture } from '../../files/shrink-picture'
import { namesIn, textOfNames } from '../../offline/files/file-names'
import { keepFile } from '../../offline/files/kept-files'
import { newFile } from '../../offline/outbox/following'
import { KeptPicture } from './kept-pictures'
import styles from './picture-field.module.css'
import tiles from './pictures.module.css'

const NO_PICTURE = 'Этот файл не открывается как фотография. Выберите JPEG, PNG или WebP.'
const NO_ROOM = 'На устройстве нет места для фотографии: она пропадёт, если закрыть страницу до отправки.'
const TOO_MANY = 'Можно добавить не больше {{most}} фото.'

interface Told {
  text: string
  values?: Record<string, number>
}

/** Makes pictures small and keeps them; answers their names, and what to tell. */
async function keepAll(files: readonly Blob[]): Promise<{ names: string[]; told: Told | null }> {
  const names: string[] = []
  let told: Told | null = null
  for (const file of files) {
    const small = await shrinkPicture(file)
    if (!small) {
      told = { text: NO_PICTURE }
      continue
    }
    const name = newFile()
    if (!(await keepFile(name, small))) told = { text: NO_ROOM }
    names.push(name)
  }
  return { names, told }
}

interface PictureChoice {
  /** how many more may be added */
  room: number
  onAdd: (names: string[]) => void
}

/** Adds files, as far as there is room; while it works, `busy`. */
function usePictureChoice({ room, onAdd }: PictureChoice, most: number) {
  const [busy, work] = useState(false)
  const [told, tell] = useState<Told | null>(null)
  const add = async (files: readonly Blob[]) => {
    if (files.length === 0) return
    const taken = files.slice(0, Math.max(0, room))
    work(true)
    const kept = await keepAll(taken).finally(() => work(false))
    tell(taken.length < files.length ? { text: TOO_MANY, values: { most } } : kept.told)
    if (kept.names.length > 0) onAdd(kept.names)
  }
  return { busy, told, add }
}

const picturesIn = (files: FileList | null | undefined): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

interface FileInputProps {
  onFiles: (files: File[]) => void
  title: string
  /** opens the camera */
  camera?: boolean
  icon: 'photo' | 'plus'
  disabled: boolean
  loading?: boolean
}

function FileInput({ onFiles, title, camera, icon, disabled, loading }: FileInputProps) {
  const phone = usePhone()
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    // the same file may be chosen again
    event.currentTarget.value = ''
    onFiles(files)
  }
  return (
    <>
      <Button
        variant="default"
        h={phone ? 48 : undefined}
        leftSection={<Icon name={icon} size={18} />}
        disabled={disabled}
        loading={loading}
        onClick={() => input.current?.click()}
      >
        {title}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        hidden
        aria-label={title}
        onChange={choose}
      />
    </>
  )
}

interface PictureButtonsProps {
  choice: PictureChoice
  most: number
  /** without the hint */
  brief?: boolean
}

/** Buttons that take or choose pictures. At a desk they are pasted and dropped as well. */
export function PictureButtons({ choice, most, brief }: PictureButtonsProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { busy, told, add } = usePictureChoice(choice, most)
  const full = choice.room <= 0
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = picturesIn(event.clipboardData?.files)
      if (files.length > 0) void latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const take = (files: readonly File[]) => void add(files)
  return (
    <>
      <span className={styles.buttons} hidden={full}>
        {phone && (
          <FileInput onFiles={take} title={t('Сфотографировать')} camera icon="photo" disabled={full} loading={busy} />
        )}
        <FileInput
          onFiles={take}
          title={phone ? t('Из галереи') : t('Добавить фото')}
          icon={phone ? 'plus' : 'photo'}
          disabled={full || (phone && busy)}
          loading={!phone && busy}
        />
        {!phone && !brief && <small>{t('или перетащите, или вставьте из буфера')}</small>}
      </span>
      {told && (
        <p className={styles.told} role="alert">
          {t(told.text, told.values)}
        </p>
      )}
    </>
  )
}

interface PictureFieldProps {
  /** names, by spaces */
  value: string
  onChange: (value: string) => void
  /** of one record */
  most: number
  /** names of those that have been sent already */
  sent?: readonly string[]
  /** translated */
  label?: string
}

export function PictureField({ value, onChange, most, sent = [], label }: PictureFieldProps) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const names = namesIn(value)
  const choice = { room: most - names.length, onAdd: (added: string[]) => onChange(textOfNames([...names, ...added])) }
  const dropping = usePictureChoice(choice, most)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void dropping.add(picturesIn(event.dataTransfer.files))
  }
  return (
    <div
      className={styles.field}
      role="group"
      aria-label={label ?? t('Фото')}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {label && names.length > 0 && <span className={styles.label}>{label}</span>}
      <div className={tiles.tiles}>
        {names.map((name, index) => (
          <span key={name} className={tiles.tile}>
            <KeptPicture name={name} alt={t('Фото {{number}}', { number: index + 1 })} />
            {!sent.includes(name) && (
              <button
                type="button"
                className={tiles.remove}
                aria-label={t('Убрать фото {{number}}', { number: index + 1 })}
                title={t('Убрать')}
                onClick={() => onChange(textOfNames(names.filter((one) => one !== name)))}
              >
                <i>
                  <Icon name="x" size={14} />
                </i>
              </button>
            )}
          </span>
        ))}
        <PictureButtons choice={choice} most={most} brief={names.length > 0} />
      </div>
    </div>
  )
}
