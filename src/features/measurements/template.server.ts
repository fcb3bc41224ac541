/** The workbook that the import reads back: a sheet to fill in, and one that says how. */
import { sql } from 'kysely'
import { dayOf, showDay } from '../../shared/dates'
import { type Context, fileRoute } from '../../server/http/route'
import { writeWorkbook, XLSX } from '../../server/excel'
import type { SheetCell } from '../../shared/sheet'
import { CAGE, DATE, MODULE, TIME, titleOf } from './import-columns.server'
import { importCalls } from './measurement-import.contract'
import { type Parameter, readParameters, requireModule } from './readings.server'

const bold = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', wrap: true })
const text = (value: string): SheetCell => ({ value, type: String })

/** One column a parameter and depth, shared by modules that measure the same. */
const titles = (parameters: Iterable<Parameter>) => [
  ...new Set([...parameters].flatMap((parameter) => parameter.depth.map((depth) => titleOf(parameter, depth)))),
]

const howTo = (today: string): SheetCell[][] =>
  [
    ['Столбец', 'Что писать', 'Пример'],
    [DATE, 'День замера', showDay(today)],
    [TIME, 'Время замера', '08:30'],
    [MODULE, 'Название модуля. Пусто — модуль, для которого загружается файл', ''],
    [CAGE, 'Номер садка. Пусто — замер всего модуля', ''],
    ['Остальные', 'Числа. Пустая клетка — замера не было', '8,4'],
  ].map((row, index) => row.map(index === 0 ? bold : text))

async function modulesOf({ tx, company, user }: Context): Promise<{ id: number; name: string }[]> {
  return tx.rows(sql`select id, name from locations where company_id = ${company.id}
    ${user.location_ids ? sql`and id = any(${user.location_ids}::int[])` : sql``} order by id`)
}

export const template = fileRoute(importCalls.template, async ({ location_id }, context) => {
  const { tx, company, user } = context
  if (location_id !== null) await requireModule(context, location_id)
  const [parameters, modules] = await Promise.all([
    readParameters(tx, company.id, { locations: location_id === null ? user.location_ids : [location_id] }),
    modulesOf(context),
  ])
  const header = [DATE, TIME, MODULE, CAGE, ...titles(parameters.values())]
  const day = dayOf(company.now)
  const moment: SheetCell = { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  const module = modules.find(({ id }) => id === location_id) ?? modules[0]
  // a first row to go on from: without values it is passed over
  const first = [moment, text('08:00'), module ? text(module.name) : {}]
  const sheets = [
    {
      sheet: 'Замеры',
      data: [header.map(bold), first],
      columns: header.map((title) => ({ width: Math.max(12, Math.min(24, title.length + 2)) })),
      stickyRowsCount: 1,
    },
    { sheet: 'Как заполнять', data: howTo(day), columns: [{ width: 14 }, { width: 64 }, { width: 14 }] },
  ]
  const name = `Замеры${location_id === null || !module ? '' : ` ${module.name}`}.xlsx`
  return { name, type: XLSX, bytes: () => writeWorkbook(sheets) }
})
