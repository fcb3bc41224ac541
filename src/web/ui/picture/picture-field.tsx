/** Pictures of a form: taken or chosen, made small and put on this device at once; the form holds their names. */
import { useEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react'
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
  // others may be taken away or added while these are made small
  const latest = useRef(onAdd)
  latest.current = onAdd
  const add = async (files: readonly Blob[]) => {
    if (files.length === 0) return
    const taken = files.slice(0, Math.max(0, room))
    work(true)
    const kept = await keepAll(taken).finally(() => work(false))
    tell(taken.length < files.length ? { text: TOO_MANY, values: { most } } : kept.told)
    if (kept.names.length > 0) latest.current(kept.names)
  }
  return { busy, told, add }
}

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

/** What is pasted or dropped anywhere on the page is taken: beside the field a browser would open the file and go. */
function useGiven(add: (files: readonly Blob[]) => Promise<void>): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) =>
      // text is pasted where it is written
      void latest.current([...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/')))
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      // it has left for another window when it has left for no element
      setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null))
      if (event.type === 'drop') void latest.current([...event.dataTransfer.files])
    }
    const dragged = ['dragover', 'dragleave', 'drop'] as const
    document.addEventListener('paste', paste)
    for (const type of dragged) document.addEventListener(type, drag)
    return () => {
      document.removeEventListener('paste', paste)
      for (const type of dragged) document.removeEventListener(type, drag)
    }
  }, [])
  return over
}

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface PictureAreaProps {
  choice: PictureChoice
  most: number
  /** translated */
  label?: string
  /** the tiles of those that are there; without any it says how they may be added */
  children: ReactNode
  empty: boolean
}

/** Pictures, and buttons that take or choose more. At a desk they are pasted and dropped as well. */
export function PictureArea({ choice, most, label, children, empty }: PictureAreaProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { busy, told, add } = usePictureChoice(choice, most)
  const over = useGiven(add)
  const full = choice.room <= 0
  const take = (files: readonly File[]) => void add(files)
  return (
    <div className={styles.field} role="group" aria-label={label ?? t('Фото')} data-over={over || undefined}>
      {label && !empty && <span className={styles.label}>{label}</span>}
      <div className={tiles.tiles}>
        {children}
        <span className={styles.buttons} hidden={full}>
          {phone && (
            <FileInput
              onFiles={take}
              title={t('Сфотографировать')}
              camera
              icon="photo"
              disabled={full}
              loading={busy}
            />
          )}
          <FileInput
            onFiles={take}
            title={phone ? t('Из галереи') : t('Добавить фото')}
            icon={phone ? 'plus' : 'photo'}
            disabled={full || (phone && busy)}
            loading={!phone && busy}
          />
          {!phone && empty && <small>{t('или перетащите, или вставьте из буфера')}</small>}
        </span>
      </div>
      {told && (
        <p ref={intoSight} className={styles.told} role="alert">
          {t(told.text, told.values)}
        </p>
      )}
    </div>
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
  const names = namesIn(value)
  const choice = { room: most - names.length, onAdd: (added: string[]) => onChange(textOfNames([...names, ...added])) }
  return (
    <PictureArea choice={choice} most={most} label={label} empty={names.length === 0}>
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
    </PictureArea>
  )
}
