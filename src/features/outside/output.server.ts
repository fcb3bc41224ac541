/** The export as XML for an external application, within its permissions, and its schema. */
import { EXPORT_KEYS, exportTitle, type ExportKey } from '../../core/export/export.contract'
import { checkPeriod, exportFile } from '../../core/export/export.server'
import { exportSchema } from '../../core/export/xml.server'
import { say } from '../../shared/say'
import type { Tx } from '../../server/db/client'
import { forbidden, tooMany } from '../../server/errors'
import { countRequest } from '../../server/http/limits/failed-attempts'
import { publicFileRoute, type Route } from '../../server/http/route'
import { admit, noteRefusal, type Outsider } from '../../server/outside/admission'
import { externalOutput, externalSchema } from './outside.contract'

const A_MINUTE = 10

/** The requested parts in the order of the file; all permitted ones when none is named. */
const wanted = ({ export_keys }: Outsider, data: readonly ExportKey[]) =>
  EXPORT_KEYS.filter((key) => (data.length > 0 ? data.includes(key) : export_keys.includes(key)))

const closedTo = ({ export_keys }: Outsider, keys: readonly ExportKey[]) =>
  keys.find((key) => !export_keys.includes(key))

/** Counts the call, and notes a part that is not permitted, before anything is read, so that refusals are recorded. */
async function allow(tx: Tx, reader: Outsider, closed: ExportKey | undefined, note: () => Promise<void>) {
  if (closed) await note()
  return countRequest(tx, `outside ${reader.company}.${reader.id} export`, A_MINUTE)
}

const output = publicFileRoute(externalOutput, async ({ start, end, data, token }, { services, request }) => {
  const { database } = services
  const reader = await admit(services, request, token, 'export')
  const keys = wanted(reader, data)
  const closed = closedTo(reader, keys)
  const wait = await database.transaction(reader.company, (tx) =>
    allow(tx, reader, closed, () => noteRefusal(tx, request, reader, 'scope')),
  )
  if (wait > 0) throw tooMany(wait)
  if (closed) throw forbidden(say('Этому приложению не разрешена выгрузка: {{part}}.', { part: exportTitle(closed) }))
  if (keys.length === 0) throw forbidden('Этому приложению не разрешена никакая выгрузка.')
  checkPeriod({ start, end })
  const { company, company_name, time_zone, now } = reader
  const asked = { company, company_name, time_zone, now, limits: reader, start, end, keys }
  return { ...exportFile({ ...asked, format: 'xml', language: 'ru' }), inline: true }
})

let schema: Buffer | undefined
const outputSchema = publicFileRoute(externalSchema, async () => ({
  name: 'sadok-export.xsd',
  type: 'application/xml; charset=utf-8',
  inline: true,
  bytes: (schema ??= Buffer.from(exportSchema())),
}))

export const outputRoutes: Route[] = [output, outputSchema]
