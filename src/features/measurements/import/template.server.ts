/** The workbook for the import: a sheet to fill in, and one with instructions. */
import { sql } from 'kysely'
import { dayOf, showDay } from '../../../shared/dates'
import { type Context, fileRoute } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { writeWorkbook, XLSX } from '../../../server/sheets/excel'
import type { Speak } from '../../../shared/say'
import type { SheetCell } from '../../../shared/sheets/sheet'
import { CAGE, DATE, MODULE, OUR_TITLES, TIME, titleOf } from './import-columns.server'
import { importCalls } from './measurement-import.contract'
import { type Parameter, readParameters, requireModule } from '../../../core/cages/readings/readings.server'

const bold = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', wrap: true })
const text = (value: string): SheetCell => ({ value, type: String })

/** One column for each parameter and depth, shared by modules with the same ones. */
const titles = (parameters: Iterable<Parameter>, speak: Speak) => [
  ...new Set([...parameters].flatMap((parameter) => parameter.depth.map((depth) => titleOf(parameter, depth, speak)))),
]

const howTo = (today: string, speak: Speak): SheetCell[][] =>
  [
    ['Столбец', 'Что писать', 'Пример'],
    [DATE, 'День замера', showDay(today)],
    [TIME, 'Время замера', '08:30'],
    [MODULE, 'Название модуля. Пусто — модуль, для которого загружается файл', ''],
    [CAGE, 'Номер садка. Пусто — замер всего модуля', ''],
    ['Остальные', 'Числа. Пустая клетка — замера не было', '8,4'],
  ].map((row, index) => row.map((cell) => (index === 0 ? bold : text)(speak(cell))))

interface MeasuredPlace {
  module: string
  cage: string | null
}

/** Places of readings: each module, followed by its cages in natural order. Of one module, or of all open ones. */
async function placesOf({ tx, company, user }: Context, location: number | null): Promise<MeasuredPlace[]> {
  return tx.rows(sql`select l.name as module, p.number as cage from locations l
    cross join lateral (
      select null as number, 0 as own union all
      select c.number, 1 from cages c where c.company_id = l.company_id and c.location_id = l.id
    ) p
    where l.company_id = ${company.id} ${
      location === null
        ? sql`and l.archived_at is null`
        : sql`and l.id
      = ${location}`
    } ${scope(user).modules('l.id')}
    order by l.id, p.own, length(p.number), p.number`)
}

export const template = fileRoute(importCalls.template, async ({ location_id }, context) => {
  const { company, speak } = context
  if (location_id !== null) await requireModule(context, location_id)
  const [parameters, places] = await Promise.all([
    readParameters(context, { location: location_id, offered: true }),
    placesOf(context, location_id),
  ])
  const header = [...OUR_TITLES.map(speak), ...titles(parameters.values(), speak)]
  const day = dayOf(company.now)
  const moment: SheetCell = { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  // the import skips rows without values
  const rows = places.map(({ module, cage }) => [moment, text('08:00'), text(module), cage === null ? {} : text(cage)])
  const sheets = [
    {
      sheet: speak('Замеры'),
      data: [header.map(bold), ...rows],
      columns: header.map((title) => ({ width: Math.max(12, Math.min(24, title.length + 2)) })),
      stickyRowsCount: 1,
    },
    { sheet: speak('Как заполнять'), data: howTo(day, speak), columns: [{ width: 14 }, { width: 64 }, { width: 14 }] },
  ]
  const name = `${speak('Замеры')}${location_id === null ? '' : ` ${places[0]!.module}`}.xlsx`
  return { name, type: XLSX, bytes: () => writeWorkbook(company.id, sheets) }
})
