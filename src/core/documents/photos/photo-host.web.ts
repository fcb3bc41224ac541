/** Photographs in the list of waiting records: they are taken back by their number. */
import { call } from '../../../web/api'
import { offerForm } from '../../../web/offline/outbox/forms'
import { FILE, type FileCall } from '../../../web/offline/outbox/following'
import { invalidateTags } from '../../../web/query-client'
import { photoCalls, type PhotoRow } from './photos.contract'

/** What documents and their photographs are made of. */
export const ofPhotos = () => invalidateTags(['fish', 'goods', 'spending'])

/** The call that takes a photograph of a stored document. */
export const photoCall = (id: number): FileCall => ({ method: 'POST', path: photoCalls.add.path, values: { id } })

const idOf = (answer: unknown) => (answer as PhotoRow).id

offerForm(FILE, {
  rows: (answer) => [idOf(answer)],
  stored: () => void ofPhotos(),
  remove: (answer, idempotencyKey) => call(photoCalls.remove, { id: idOf(answer) }, { quiet: true, idempotencyKey }),
})
