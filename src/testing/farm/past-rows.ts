import type { Farm } from './farm'

/** A book of a company with a row, as they are stored, and how its columns were understood; answers its id. */
export async function fillImports(farm: Farm, company: number): Promise<number> {
  const [book] = await farm.sql<{ id: number }>(
    `insert into imports (company_id, file, digest, sheets, state, checked) values ($1, 'x.xlsx', 'x', $2, 'checked', 1)
      returning id`,
    [company, JSON.stringify([SHEET])],
  )
  const { id } = book!
  await farm.sql(
    `insert into import_rows (company_id, import_id, sheet, row, cells, state) values ($1, $2, 0, 2, '["x"]', 'wrong')`,
    [company, id],
  )
  await farm.sql(
    `insert into import_mappings (company_id, titles, sheet) values ($1, 'x', '{}') on conflict do nothing`,
    [company],
  )
  return id
}

const SHEET = {
  name: 'Лист',
  rows: 1,
  header: 0,
  titles: ['Дата'],
  samples: [],
  kind: 'none',
  columns: { date: 0 },
  readings: [],
  cage: null,
  opening: false,
  units: {},
  dates: 'dmy',
  ambiguous: false,
}
