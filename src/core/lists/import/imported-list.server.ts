/** Rows that fields of a list refer to, by name. */
import { plain } from '../../../server/sheets/cells'
import type { Context } from '../../../server/http/route'
import type { AnyModel, CrudRow, ImportedList } from '../kit/crud.server'
import type { Names } from './sheet-columns.server'

/** Lists that fields may refer to, by the name of the relation. */
export type Relations = Record<string, AnyModel>

interface NamedRow {
  id: number
  name: string
  archived: boolean
}

const nameOf = ({ named = 'name' }: AnyModel, row: CrudRow): string =>
  String((row as unknown as Record<string, unknown>)[named])

/** Names of the rows that the user sees, exactly as written and normalised. */
export async function readNames(list: ImportedList, relations: Relations, context: Context): Promise<Names> {
  const wanted = [...new Set(list.form.flatMap(({ relation }) => (relation ? [relation] : [])))]
  const read = async (relation: string) => {
    const model = relations[relation]!
    const rows = await model.read(context, null)
    return rows.map((row): NamedRow => ({ id: row.id, archived: row.archived, name: nameOf(model, row) }))
  }
  const lists = new Map(await Promise.all(wanted.map(async (one) => [one, await read(one)] as const)))
  const indexes = new Map(
    [...lists].map(([relation, rows]) => {
      const retyped = rows.map(({ id, name }) => [plain(name), id] as const)
      const exact = rows.map(({ id, name }) => [name, id] as const)
      return [relation, { retyped: new Map(retyped), exact: new Map(exact) }]
    }),
  )
  const byId = new Map([...lists].map(([relation, rows]) => [relation, new Map(rows.map((row) => [row.id, row]))]))
  const rowOf = (relation: string, id: unknown) => byId.get(relation)?.get(Number(id))
  return {
    idOf: (relation, name) => indexes.get(relation)?.exact.get(name) ?? indexes.get(relation)?.retyped.get(plain(name)),
    nameOf: (relation, id) => rowOf(relation, id)?.name,
    isArchived: (relation, id) => rowOf(relation, id)?.archived ?? false,
    offered: (relation) => lists.get(relation)!.flatMap(({ archived, name }) => (archived ? [] : [name])),
  }
}
