/** Imports readings from Excel: previewed first, then stored, all or none. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import { toUnits } from '../../../shared/numbers'
import { say, type Speak } from '../../../shared/say'
import { notice } from '../../../server/errors'
import { type Context, preparedRoute, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { refusedRows, type RowNote, toldNotes } from '../../../server/sheets/row-notes'
import { type ReadFile, readUpload } from '../../../server/sheets/upload'
import { OUR_TITLES, readColumns } from './import-columns.server'
import { type FoundReading, headerNotes, type ImportContext, readRows } from './import-rows.server'
import { journalLink } from '../../../core/lists/import/journal-link.server'
import { beautifulSymbol } from '../../../core/lists/libraries/measure-parameter.contract'
import { toMetres } from '../../../core/lists/libraries/measure-parameters.server'
import { type ReadingsImportAnswer, importCalls, UPLOAD_FAILED } from './measurement-import.contract'
import { findStored, insertReadings, readParameters, requireModule } from '../../../core/cages/readings/readings.server'
import { template } from './template.server'

const MAX_ROWS = 20_000
const MAX_READINGS = 100_000
const TOO_LONG = 'В файле больше 20 000 строк. Разделите его на части.'
const TOO_MANY = 'В файле больше 100 000 замеров. Разделите его на части.'
/** Statements are kept short, so that other requests run between them. */
const AT_ONCE = 2000
const SHOWN = 50

/** Parameters and cages of the user's modules that rows may name. */
async function readKnown(context: Context, location: number | null): Promise<ImportContext> {
  const { tx, company, user } = context
  const { modules } = scope(user)
  const [parameters, locations, cages] = await Promise.all([
    readParameters(context),
    tx.rows<
      ImportContext['locations'][number]
    >(sql`select id, name, code from locations where company_id = ${company.id}
      ${modules('id')}`),
    tx.rows<
      ImportContext['cages'][number]
    >(sql`select id, number, location_id from cages where company_id = ${company.id}
      ${modules('location_id')}`),
    location === null ? null : requireModule(context, location),
  ])
  return { company, parameters, locations, cages, location }
}

/** Parts of a list with a breath between them. */
async function* parts<T>(list: readonly T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) {
    yield list.slice(at, at + AT_ONCE)
    await setImmediate()
  }
}

/** The readings that the database does not have yet, and a note for each that it has. */
async function sortOut({ tx, company }: Context, found: FoundReading[]) {
  const fresh: FoundReading[] = []
  const there: RowNote[] = []
  for await (const part of parts(found)) {
    const stored = await findStored(tx, company.id, part)
    for (const [place, reading] of part.entries()) {
      const value = stored.get(place)
      if (value === undefined) fresh.push(reading)
      else there.push({ row: reading.row, column: reading.title, text: alreadyThere(value, reading.value) })
    }
  }
  return { fresh, there }
}

const alreadyThere = (stored: number, typed: number) =>
  stored === typed ? 'Замер уже есть' : say('Замер уже есть: {{value}}', { value: toUnits(stored) })

type Stats = ReadingsImportAnswer['columns'][number]

/**
 * Counts new readings by parameter and depth, and their first and last instants, in one pass: a file may have 100 000
 * readings.
 */
function statsOf(fresh: FoundReading[]) {
  const columns = new Map<string, Stats>()
  let [first, last]: [string | null, string | null] = [null, null]
  for (const { name, symbol, depth, value, at } of fresh) {
    const key = `${name} ${depth}`
    const known = columns.get(key)
    if (known) {
      known.count++
      known.least = Math.min(known.least, value)
      known.most = Math.max(known.most, value)
    } else
      columns.set(key, {
        name,
        beautifulSymbol: beautifulSymbol(symbol),
        depth: toMetres(depth),
        count: 1,
        least: value,
        most: value,
      })
    if (first === null || at < first) first = at
    if (last === null || at > last) last = at
  }
  const shown = [...columns.values()].map((one) => ({ ...one, least: toUnits(one.least), most: toUnits(one.most) }))
  return { columns: shown, first_date: first && showDay(first), last_date: last && showDay(last) }
}

function sampleOf(fresh: FoundReading[], { locations, cages }: ImportContext): ReadingsImportAnswer['sample'] {
  return fresh.slice(0, SHOWN).map(({ row, at, location_id, cage_id, name, symbol, depth, value }) => ({
    row,
    datetime: at,
    location_name: locations.find(({ id }) => id === location_id)!.name,
    cage_number: cages.find(({ id }) => id === cage_id)?.number ?? null,
    name,
    beautifulSymbol: beautifulSymbol(symbol),
    depth: toMetres(depth),
    value: toUnits(value),
  }))
}

/** Our own titles are translated, parameters keep their names. */
const told = (notes: readonly RowNote[], speak: Speak) =>
  toldNotes(notes, speak).map((note) =>
    note.column !== null && OUR_TITLES.includes(note.column) ? { ...note, column: speak(note.column) } : note,
  )

/** Everything there is to report about the file, without storing anything. */
async function examine(context: Context, { rows }: ReadFile, location: number | null) {
  const known = await readKnown(context, location)
  const columns = readColumns(rows, known.parameters.values())
  if (!columns) throw notice(UPLOAD_FAILED)
  const sheet = await readRows(rows, columns, known)
  if (sheet.found.length > MAX_READINGS) throw notice(TOO_MANY)
  const { fresh, there } = await sortOut(context, sheet.found)
  const errors = [...headerNotes(columns), ...sheet.errors]
  const duplicates = [...sheet.repeated, ...there].sort((one, other) => one.row - other.row)
  const answer: ReadingsImportAnswer = {
    preview: true,
    rows: sheet.rows,
    created: fresh.length,
    error_count: errors.length,
    errors: told(errors, context.speak),
    duplicate_count: duplicates.length,
    duplicates: told(duplicates, context.speak),
    ...statsOf(fresh),
    sample: sampleOf(fresh, known),
    journal: null,
  }
  return { answer, fresh, errors }
}

async function store({ tx, company, user }: Context, fresh: FoundReading[]): Promise<number[]> {
  const ids: number[] = []
  for await (const part of parts(fresh))
    ids.push(...(await insertReadings(tx, company.id, part, { user_id: user.id, external_user_id: null })).values())
  return ids
}

const upload = preparedRoute(
  importCalls.upload,
  async ({ receive, company: { id: farm } }) =>
    readUpload(await receive(), { farm, most: MAX_ROWS, failed: UPLOAD_FAILED, long: TOO_LONG }),
  async ({ location_id, preview }: ParsedOf<typeof importCalls.upload>, context, read) => {
    const { answer, fresh, errors } = await examine(context, read, location_id)
    if (preview) return answer
    if (errors.length > 0) throw refusedRows(UPLOAD_FAILED, errors)
    const ids = await store(context, fresh)
    const stored = { ...answer, preview: false, created: ids.length }
    const [first, last] = [ids[0], ids.at(-1)]
    if (first === undefined) return stored
    const after = { file: read.name, count: ids.length, first_id: first, last_id: last }
    context.audit({ action: 'create', entity: 'measurement_import', id: first, after })
    context.changed('water')
    return { ...stored, journal: journalLink(context, 'measurement_import', first) }
  },
)

export const uploadRoutes: Route[] = [template, upload]
