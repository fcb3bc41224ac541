/** Photographs of documents: whoever sees a document in its journal sees them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { can, canChangeRow, NO_RIGHT } from '../../../shared/abilities'
import { say, type Phrase } from '../../../shared/say'
import { fieldErrors, forbidden, notFound } from '../../../server/errors'
import type { FileStore } from '../../../server/file-store'
import { type Context, fileRoute, preparedRoute, type Preparing, route, type Route } from '../../../server/http/route'
import { cleanPicture, type Picture } from '../../../server/pictures/picture'
import type { KindServer } from '../engine/document.server'
import { whyFixed } from '../engine/rules.server'
import { kindServers } from '../kinds/kinds.server'
import { isInJournal } from '../reading/reading.server'
import { MAX_PHOTO_BYTES, MAX_PHOTOS, photoCalls, type PhotoRow } from './photos.contract'

const GONE = 'Операция не найдена: возможно, её уже удалили.'
const NO_PHOTO = 'Фотография не найдена: возможно, её уже удалили.'
const KINDS = new Map(Object.values(kindServers).map((kind) => [kind.contract.kind, kind]))

interface Owner {
  kind: KindServer
  at: string
  user_id: number | null
}

/** The document; 404 when whoever asks does not see it in its journal. `lock` keeps others from adding meanwhile. */
async function documentOf(context: Context, id: number, lock = false): Promise<Owner> {
  const { tx, company } = context
  const found = await tx.maybe<{ kind: string; at: string; user_id: number | null }>(sql`
    select kind, at, user_id from operations where company_id = ${company.id} and id = ${id}
    ${lock ? sql`for no key update` : sql``}`)
  const kind = found && KINDS.get(found.kind)
  if (!found || !kind || !(await isInJournal(kind, id, context))) throw notFound(GONE)
  return { ...found, kind }
}

/** Whoever entered it may add to it, though perhaps not change it. */
function whyNotAdded({ user, company }: Context, { kind, ...row }: Owner): Phrase | null {
  const own = row.user_id === user.id && can(user, kind.contract.ability)
  return own || canChangeRow(user, row, kind.contract) ? whyFixed(company, row) : NO_RIGHT
}

/** Whoever added it may take it away. */
function whyNotRemoved({ user, company }: Context, { kind, ...row }: Owner, adder: number | null): Phrase | null {
  return adder === user.id || canChangeRow(user, row, kind.contract) ? whyFixed(company, row) : NO_RIGHT
}

const told = (context: Context, reason: Phrase | null) => (reason === null ? null : context.speak(reason))

type StoredPhoto = Omit<PhotoRow, 'delete_disabled_reason'> & { user_id: number | null }

async function readPhotos(context: Context, owner: Owner, document: number): Promise<PhotoRow[]> {
  const { tx, company } = context
  const rows = await tx.rows<StoredPhoto>(sql`
    select p.id, p.width, p.height, p.size, p.user_id, u.name as user,
      (p.created_at at time zone ${company.time_zone})::timestamp(0) as created_datetime
    from operation_photos p left join users u on u.company_id = p.company_id and u.id = p.user_id
    where p.company_id = ${company.id} and p.operation_id = ${document} order by p.id`)
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    delete_disabled_reason: told(context, whyNotRemoved(context, owner, user_id)),
  }))
}

const list = route(photoCalls.list, async ({ id }, context) => {
  const owner = await documentOf(context, id)
  const rows = await readPhotos(context, owner, id)
  const full = rows.length >= MAX_PHOTOS ? TOO_MANY : null
  return { rows, add_disabled_reason: told(context, whyNotAdded(context, owner) ?? full) }
})

const TOO_MANY = say('У операции может быть не больше {{most}} фотографий.', { most: MAX_PHOTOS })
const NOT_RECEIVED = say('Нужен один файл с фотографией, не больше {{most}} МБ.', { most: MAX_PHOTO_BYTES / 1_000_000 })

interface Received {
  picture: Picture
  sum: string
}

/** A refusal waits for the transaction, so that it comes with the state of its key. */
async function receive({ receive, company, services }: Preparing): Promise<Received | Phrase> {
  const file = await receive()
  if (!file) return NOT_RECEIVED
  const picture = cleanPicture(file.bytes)
  if (!('bytes' in Object(picture))) return picture as Phrase
  const received = picture as Picture
  const sum = createHash('sha256').update(received.bytes).digest('hex')
  await services.files?.write(company.id, sum, received.bytes)
  return { picture: received, sum }
}

async function store(context: Context, document: number, { picture, sum }: Received): Promise<number> {
  const { tx, company, author, services } = context
  const { type, width, height, bytes } = picture
  const there = await tx.rows<{ id: number; sum: string }>(sql`
    select id, encode(sha256, 'hex') as sum from operation_photos
    where company_id = ${company.id} and operation_id = ${document}`)
  const same = there.find((one) => one.sum === sum)
  if (same) return same.id
  if (there.length >= MAX_PHOTOS) throw fieldErrors({ file: TOO_MANY })
  const { id } = await tx.one<{ id: number }>(sql`
    insert into operation_photos (company_id, operation_id, user_id, type, width, height, size, sha256, bytes)
    values (${company.id}, ${document}, ${author.id}, ${type}, ${width}, ${height}, ${bytes.length},
      decode(${sum}, 'hex'), ${services.files ? null : bytes}::bytea) returning id`)
  // a file counts as what else is sent
  services.quota.count(company.id, 0, bytes.length)
  return id
}

const announce = ({ audit, changed }: Context, { kind }: Owner, action: 'create' | 'delete', line: Line) => {
  const { id, document, size } = line
  const said = { kind: kind.contract.kind, operation_id: document, size }
  audit({ action, entity: 'photo', id, ...(action === 'create' ? { after: said } : { before: said }) })
  changed(kind.contract.changes ?? 'fish')
}

interface Line {
  id: number
  document: number
  size: number
}

const add = preparedRoute(photoCalls.add, receive, async ({ id: document }, context, received) => {
  const owner = await documentOf(context, document, true)
  const reason = whyNotAdded(context, owner)
  if (reason) throw forbidden(reason)
  if (!(typeof received === 'object' && 'picture' in received)) throw fieldErrors({ file: received })
  const id = await store(context, document, received)
  announce(context, owner, 'create', { id, document, size: received.picture.bytes.length })
  return (await readPhotos(context, owner, document)).find((row) => row.id === id)!
})

interface StoredFile {
  document: number
  type: string
  size: number
  user_id: number | null
  sum: string
  bytes: Buffer | null
}

async function photoOf({ tx, company }: Context, id: number, bytes = sql`null::bytea`): Promise<StoredFile> {
  const found = await tx.maybe<StoredFile>(sql`
    select operation_id as document, type, size, user_id, encode(sha256, 'hex') as sum, ${bytes} as bytes
    from operation_photos where company_id = ${company.id} and id = ${id}`)
  if (!found) throw notFound(NO_PHOTO)
  return found
}

const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

async function fileOf(files: FileStore | null, company: number, sum: string): Promise<Buffer> {
  const bytes = await files?.read(company, sum)
  if (!bytes) throw notFound(NO_PHOTO)
  return bytes
}

const open = fileRoute(photoCalls.open, async ({ id }, context) => {
  const { document, type, sum, bytes } = await photoOf(context, id, sql`bytes`)
  await documentOf(context, document)
  // the same number is the same picture for ever; a browser asks again for whoever signs in next
  context.reply.header('cache-control', 'private, max-age=86400, immutable').header('vary', 'cookie')
  const { files } = context.services
  return {
    name: `${id}.${ENDINGS[type]}`,
    type,
    inline: true,
    bytes: bytes ?? (await fileOf(files, context.company.id, sum)),
  }
})

const remove = route(photoCalls.remove, async ({ id }, context) => {
  const { document, user_id, size } = await photoOf(context, id)
  const owner = await documentOf(context, document)
  const reason = whyNotRemoved(context, owner, user_id)
  if (reason) throw forbidden(reason)
  const { tx, company } = context
  await tx.run(sql`delete from operation_photos where company_id = ${company.id} and id = ${id}`)
  announce(context, owner, 'delete', { id, document, size })
  return { ok: true as const }
})

export const photoRoutes: Route[] = [list, add, open, remove]
