/** Photographs of a document of any kind. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'

/** of one document */
export const MAX_PHOTOS = 4
/** of one photograph; a device makes them smaller before it sends them */
export const MAX_PHOTO_BYTES = 2_000_000

const photoRow = z.object({
  id: z.number(),
  /** px */
  width: z.number(),
  height: z.number(),
  /** bytes */
  size: z.number(),
  /** in the company's zone */
  created_datetime: z.string(),
  user: z.string().nullable(),
  /** why it cannot be deleted; null when it can */
  delete_disabled_reason: z.string().nullable(),
})
export type PhotoRow = z.infer<typeof photoRow>

const ofDocument = { path: '/documents/{id}/photos', ability: 'signed-in', area: 'operations' } as const
const one = { path: '/photos/{id}', ability: 'signed-in', area: 'operations', input: z.object({ id: f.id() }) } as const

export const photoCalls = {
  list: endpoint({
    ...ofDocument,
    method: 'GET',
    reads: ['fish', 'goods', 'spending', 'people'],
    summary: 'Фотографии документа любого вида',
    input: z.object({ id: f.id() }),
    answer: z.object({
      rows: z.array(photoRow),
      /** why none can be added; null when one can */
      add_disabled_reason: z.string().nullable(),
    }),
  }),
  add: endpoint({
    ...ofDocument,
    method: 'POST',
    upload: MAX_PHOTO_BYTES,
    summary: 'Добавить фотографию к документу',
    details:
      'Файл JPEG, PNG или WebP до 2 МБ и 50 млн точек, до четырёх у документа. Вид узнаётся по содержимому. ' +
      'Место, камера и тексты внутри файла не сохраняются. Та же фотография второй раз не добавляется. ' +
      'Разрешено тому, кто может изменить документ, и тому, кто его записал.',
    input: z.object({ id: f.id() }),
    answer: photoRow,
  }),
  open: endpoint({
    ...one,
    method: 'GET',
    name: 'getPhoto',
    download: true,
    summary: 'Файл фотографии',
    answer: z.unknown(),
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    name: 'deletePhoto',
    summary: 'Удалить фотографию',
    answer: ok,
  }),
}
