/** The library of measured parameters, and what their readings forbid to change. */
import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { REQUIRED } from '../../../shared/fields'
import { say } from '../../../shared/say'
import { byName, crudRoutes } from '../kit/crud.server'
import { requireModule } from '../kit/modules.server'
import { libraryModel } from '../kit/library-model.server'
import { fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import {
  beautifulSymbol,
  CELSIUS,
  MEASURE_TYPES,
  measureParameterCalls,
  measureParameterLibrary,
  type MeasureTypeId,
  USUAL_DEPTHS,
} from './measure-parameter.contract'

type Fields = ParsedOf<(typeof measureParameterLibrary)['create']>
type Row = AnswerOf<(typeof measureParameterLibrary)['create']>

/** Whole centimetres → metres. */
export const toMetres = (centimetres: number): number => centimetres / 100
export const depthText = (centimetres: number): string => String(toMetres(centimetres)).replace('.', ',')

const SPELLINGS: [RegExp, string][] = [
  [/^[°º˚oо]\s*[cс]$/i, CELSIUS],
  [/^мг\/л$/i, 'mg/l'],
  [/^ph$/i, 'pH'],
]
const BY_SYMBOL = new Map<string | null, MeasureTypeId>([
  [CELSIUS, 'temperature'],
  ['pH', 'ph'],
])

/** The type determines the unit; without a type, the unit determines it where only one type has it. */
export function measureKind({ measure_type, symbol }: Pick<Fields, 'measure_type' | 'symbol'>) {
  if (measure_type && measure_type !== 'other') return { measure_type, symbol: MEASURE_TYPES[measure_type].symbol }
  const code = SPELLINGS.find(([pattern]) => symbol && pattern.test(symbol))?.[1] ?? symbol
  return { measure_type: BY_SYMBOL.get(code) ?? ('other' as const), symbol: code }
}

/** Once a parameter has readings, its module and their depths have to stay. */
async function keepReadings({ tx, company }: Context, fields: Fields, before: Row): Promise<void> {
  const gone = before.depth.map((metres) => Math.round(metres * 100)).filter((depth) => !fields.depth.includes(depth))
  if (fields.location_id !== before.location_id && before.delete_disabled)
    throw fieldErrors({ location_id: 'Модуль нельзя сменить: по параметру есть замеры' })
  if (gone.length === 0) return
  const used = await tx.maybe<{ depth: number }>(sql`select depth from measurements
    where company_id = ${company.id} and measure_parameter_id = ${before.id} and depth = any(${gone}::int[]) limit 1`)
  if (used) throw fieldErrors({ depth: say('На глубине {{depth}} м есть замеры', { depth: toMetres(used.depth) }) })
}

/** Of the user's modules. */
export const measureParameterModel = libraryModel(measureParameterLibrary, {
  columns: sql`l.name as location_name`,
  joins: () => sql`join locations l on l.company_id = t.company_id and l.id = t.location_id`,
  within: ({ user }) => scope(user).modules('t.location_id'),
  present: (row) => ({
    ...row,
    beautifulSymbol: beautifulSymbol(row.symbol),
    measure_type_name: MEASURE_TYPES[row.measure_type].name,
    depth: row.depth.map(toMetres),
  }),
  order: (one, other) => one.location_id - other.location_id || byName(one, other),
  check: async (fields, context, before) => {
    if (!measureKind(fields).symbol) throw fieldErrors({ symbol: REQUIRED })
    await requireModule(fields.location_id, context)
    if (!before) return
    await keepReadings(context, fields, before)
    await keepTemperature(context, fields, before)
  },
  values: (fields) => ({
    name: fields.name,
    ...measureKind(fields),
    depth: fields.depth,
    location_id: fields.location_id,
  }),
})

/** What a calculation takes temperatures from goes on measuring them. */
async function keepTemperature({ tx, company }: Context, fields: Fields, before: Row): Promise<void> {
  if (before.symbol !== CELSIUS || measureKind(fields).symbol === CELSIUS) return
  const calc = await tx.maybe<{ name: string }>(sql`
    select name from feed_calcs where company_id = ${company.id} and measure_parameter_id = ${before.id}
    order by id limit 1`)
  if (calc)
    throw fieldErrors({
      measure_type: say('По этому параметру берёт температуру расчёт кормления «{{name}}»', { name: calc.name }),
    })
}

/** Combines parameters with equal names and units in several modules. */
async function grouped(context: Context): Promise<AnswerOf<typeof measureParameterCalls.grouped>> {
  const groups = new Map<string, AnswerOf<typeof measureParameterCalls.grouped>[number]>()
  for (const { id, name, symbol, measure_type, depth, location_id, ...row } of await measureParameterModel.read(
    context,
    null,
  )) {
    const key = `${name.toLowerCase()}\n${symbol}`
    const known = groups.get(key)
    groups.set(key, {
      id: known?.id ?? id,
      name: known?.name ?? name,
      symbol,
      beautifulSymbol: row.beautifulSymbol,
      measure_type: known?.measure_type ?? measure_type,
      depth: [...new Set([...(known?.depth ?? []), ...depth])].sort((one, other) => one - other),
      location_ids: [...(known?.location_ids ?? []), location_id],
      merged_ids: [...(known?.merged_ids ?? []), id],
    })
  }
  return [...groups.values()].sort(byName)
}

const types = Object.entries(MEASURE_TYPES).map(([id, type]) => ({
  id: id as MeasureTypeId,
  name: type.name,
  symbol: type.symbol,
  beautifulSymbol: beautifulSymbol(type.symbol),
  min: 'min' in type ? type.min : null,
  max: 'max' in type ? type.max : null,
}))

async function depths({ tx, company }: Context) {
  const rows = await tx.rows<{ depth: number }>(
    sql`select distinct unnest(depth) as depth from measure_parameters where company_id = ${company.id}`,
  )
  const all = new Set([...USUAL_DEPTHS, ...rows.map((row) => row.depth)])
  return [...all].sort((one, other) => one - other).map((depth) => ({ id: toMetres(depth), name: depthText(depth) }))
}

export const measureParameterRoutes: Route[] = [
  ...crudRoutes(measureParameterCalls, measureParameterModel),
  route(measureParameterCalls.grouped, (_, context) => grouped(context)),
  route(measureParameterCalls.types, async () => types),
  route(measureParameterCalls.depths, (_, context) => depths(context)),
  route(measureParameterCalls.libraryTypes, async () => types),
  route(measureParameterCalls.libraryDepths, (_, context) => depths(context)),
]
