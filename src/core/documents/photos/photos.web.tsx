/** The photographs of a stored document: small ones that open large, those that still wait here, one more, one less. */
import { useState } from 'react'
import { can, canChangeRow } from '../../../shared/abilities'
import { showInstant } from '../../../shared/dates'
import { addressOf, call, errorText, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifyKept, notifySuccess } from '../../../web/notify'
import { FILE } from '../../../web/offline/outbox/following'
import { record } from '../../../web/offline/outbox/outbox'
import { isRefused, type OutboxRecord } from '../../../web/offline/outbox/records'
import { useOwnRecords } from '../../../web/offline/outbox/use-outbox'
import { useCall } from '../../../web/query-client'
import { useExpired, useUser } from '../../../web/session'
import { FailedLine } from '../../../web/ui/failed-line'
import { confirm } from '../../../web/ui/overlay/confirm'
import { KeptPicture } from '../../../web/ui/picture/kept-pictures'
import { PictureArea } from '../../../web/ui/picture/picture-field'
import { PictureWindow } from '../../../web/ui/picture/picture-window'
import tiles from '../../../web/ui/picture/pictures.module.css'
import type { OperationRow } from '../fields/form-model.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'
import { ofPhotos } from './photo-host.web'
import { MAX_PHOTOS, photoCalls, type PhotoRow } from './photos.contract'
import styles from './photos.module.css'

interface Props {
  kind: KindName
  row: OperationRow
  /** translated: «Садок 7, отход 12 шт» */
  what: string
}

const sourceOf = (id: number) => addressOf(photoCalls.open.path, { id }).address

/** Whether one may be added, as far as this device knows; the server says it again. */
function useMayAdd({ kind, row }: Omit<Props, 'what'>, answered: boolean | undefined): boolean {
  const user = useUser()
  const expired = useExpired()
  const own = row.user_id === user.id && can(user, contractOf(kind).ability)
  const known = !row.edit_disabled && (own || canChangeRow(user, row, contractOf(kind)))
  return !expired && (answered ?? known)
}

/** Sends photographs of a stored document, or keeps them for the network. */
function useAdding(row: OperationRow, what: string) {
  const { t } = useTranslation()
  const add = async (file: string) => {
    const told = { kind: FILE, label: t('Фото: {{label}}', { label: what }), cages: [] }
    const one = { ...told, idempotencyKey: newKey(), file, follows: row.id }
    const { sent } = await record(photoCalls.add, { id: row.id }, one)
    if (sent) notifySuccess(t('Фото добавлено'))
    else notifyKept(t('Фото ждёт сети'))
  }
  return async (files: readonly string[]) => {
    try {
      for (const file of files) await add(file)
    } catch (error) {
      notifyError(errorText(error))
    }
    await ofPhotos()
  }
}

export function Photos({ kind, row, what }: Props) {
  const { t } = useTranslation()
  const [shown, show] = useState<{ at: number; opened: boolean } | null>(null)
  const query = useCall(photoCalls.list, { id: row.id })
  const rows = query.data?.rows ?? []
  const waiting = useOwnRecords().filter(({ file, follows }) => file !== undefined && follows === row.id)
  const mayAdd = useMayAdd({ kind, row }, query.data && query.data.add_disabled_reason === null)
  const add = useAdding(row, what)
  const count = rows.length + waiting.length
  if (count === 0 && !mayAdd) return null
  const pictures = rows.map((photo) => ({
    src: sourceOf(photo.id),
    alt: what,
    caption: [showInstant(photo.created_datetime), photo.user].filter(Boolean).join(', '),
  }))
  const kept = (
    <>
      {rows.map((photo, index) => (
        <Tile
          key={photo.id}
          photo={photo}
          number={index + 1}
          what={what}
          onOpen={() => show({ at: index, opened: true })}
        />
      ))}
      {waiting.map((one) => (
        <WaitingTile key={one.n} record={one} />
      ))}
    </>
  )
  return (
    <section className={styles.photos} aria-label={t('Фото')}>
      <h3>{t('Фото')}</h3>
      {query.error && !query.data && <FailedLine onRetry={() => void query.refetch()} />}
      {mayAdd ? (
        <PictureArea
          most={MAX_PHOTOS}
          empty={count === 0}
          choice={{ room: MAX_PHOTOS - count, onAdd: (files) => void add(files) }}
        >
          {kept}
        </PictureArea>
      ) : (
        <div className={tiles.tiles}>{kept}</div>
      )}
      {shown && (
        <PictureWindow
          key={shown.at}
          opened={shown.opened}
          onClose={() => show({ ...shown, opened: false })}
          title={what}
          pictures={pictures}
          first={shown.at}
        />
      )}
    </section>
  )
}

interface TileProps {
  photo: PhotoRow
  number: number
  what: string
  onOpen: () => void
}

function Tile({ photo, number, what, onOpen }: TileProps) {
  const { t } = useTranslation()
  const [failed, fail] = useState(false)
  const remove = async () => {
    if (!(await confirm(t('Удалить фото {{number}}?', { number })))) return
    try {
      await call(photoCalls.remove, { id: photo.id }, { quiet: true })
      notifySuccess(t('Фото удалено'))
      await ofPhotos()
    } catch (error) {
      notifyError(errorText(error))
    }
  }
  return (
    <span className={tiles.tile}>
      <button
        type="button"
        className={tiles.picture}
        aria-label={t('Открыть фото {{number}}: {{what}}', { number, what })}
        title={t('Открыть')}
        onClick={onOpen}
      >
        {failed ? (
          <span className={tiles.none}>
            <Icon name="wifi0" size={20} />
          </span>
        ) : (
          <img src={sourceOf(photo.id)} alt="" loading="lazy" onError={() => fail(true)} />
        )}
      </button>
      {photo.delete_disabled_reason === null && (
        <button
          type="button"
          className={tiles.remove}
          aria-label={t('Удалить фото {{number}}', { number })}
          title={t('Удалить')}
          onClick={() => void remove()}
        >
          <i>
            <Icon name="trash" size={14} />
          </i>
        </button>
      )}
    </span>
  )
}

/** It is on this device only, and the list of records says why. */
function WaitingTile({ record: { file, reason, ...record } }: { record: OutboxRecord }) {
  const { t } = useTranslation()
  const refused = isRefused(record as OutboxRecord)
  const told = refused ? t('Не принята: {{reason}}', { reason: t(reason ?? '') }) : t('ждёт сети')
  return (
    <span className={tiles.tile} title={told}>
      <KeptPicture name={file!} alt={`${t('Фото')}, ${told}`} />
      <span className={tiles.waits} data-refused={refused || undefined}>
        <Icon name={refused ? 'alert' : 'wifi0'} size={14} />
      </span>
    </span>
  )
}
