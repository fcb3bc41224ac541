/** Imports a list from Excel: previewed first, then stored, all or nothing. */
import { sql } from 'kysely'
import { say, type Speak } from '../../../shared/say'
import { notice } from '../../../server/errors'
import { type Context, fileRoute, preparedRoute, type Route } from '../../../server/http/route'
import { MAX_LISTED, refusedRows, toldNotes } from '../../../server/sheets/row-notes'
import { type ReadFile, readUpload } from '../../../server/sheets/upload'
import { keyOf, type ImportedList } from '../kit/crud.server'
import { type ListImportAnswer, MAX_IMPORT_ROWS } from '../kit/list-import.contract'
import { type ImportCheck, examineRows } from './import-rows.server'
import { readNames, type Relations } from './imported-list.server'
import { journalLink } from './journal-link.server'
import { listTemplate } from './list-template.server'
import { readColumns, titleOf } from './sheet-columns.server'
import { storeRows } from './store-rows.server'

const FAILED = 'Файл не прочитан: нужна книга Excel (.xlsx) до 10 МБ без формул и защиты.'
const LONG = say('В таблице больше {{most}} строк. Разделите её на части.', { most: MAX_IMPORT_ROWS })
const WRONG = 'В таблице есть ошибки: ничего не загружено.'

/** Locks the rows named in the file until the transaction ends. */
const lockNamed = ({ model }: ImportedList, { tx, company }: Context, names: string[]) =>
  void tx.lock(
    'row',
    sql`select from ${sql.table(model.table)} where company_id = ${company.id}
      and ${sql.ref(model.named ?? 'name')} = any(${names}::text[]) order by id for update`,
  )

async function examine(list: ImportedList, relations: Relations, file: ReadFile, context: Context, preview: boolean) {
  const { model, form } = list
  const sheet = readColumns(file.rows, { fields: form, columns: list.columns, named: model.named ?? 'name' })
  const missing = form.find(
    ({ key }) => keyOf(model).includes(key) && !sheet?.columns.some(({ field }) => field.key === key),
  )
  if (!sheet || missing)
    throw notice(
      say('В таблице нет столбца «{{title}}»: возьмите шаблон.', {
        title: titleOf(missing ?? form[0]!, context.speak),
      }),
    )
  const names = await readNames(list, relations, context)
  const place = { list, sheet, names, context }
  const found = await examineRows(file.rows, place, (known) => preview || lockNamed(list, context, known))
  return { found, ignored: sheet.ignored }
}

function answerOf(
  { rows, unchanged, writes, errors }: ImportCheck,
  ignored: string[],
  preview: boolean,
  speak: Speak,
): ListImportAnswer {
  return {
    preview,
    rows,
    created: writes.filter(({ before }) => !before).length,
    changed: writes.filter(({ before }) => before).length,
    unchanged,
    ignored,
    error_count: errors.length,
    errors: toldNotes(errors, speak),
    changes: writes.slice(0, MAX_LISTED).map(({ change }) => change),
    journal: null,
  }
}

const routesOf = (list: ImportedList, relations: Relations): Route[] => [
  fileRoute(list.importing.template, (input, context) => listTemplate(list, relations, input, context)),
  preparedRoute(
    list.importing.upload,
    async ({ receive, company: { id: farm } }) =>
      readUpload(await receive(), { farm, most: MAX_IMPORT_ROWS, failed: FAILED, long: LONG }),
    async ({ preview }, context, file) => {
      const { found, ignored } = await examine(list, relations, file, context, preview)
      if (!preview && found.errors.length > 0) throw refusedRows(WRONG, found.errors)
      const answer = answerOf(found, ignored, preview, context.speak)
      if (preview || found.writes.length === 0) return answer
      await storeRows(list.model, found.writes, context)
      return { ...answer, journal: journalLink(context, list.model.entity) }
    },
  ),
]

/** Template and upload calls of these lists; `relations` are the lists that their fields refer to. */
export const importRoutes = (lists: readonly ImportedList[], relations: Relations): Route[] =>
  lists.flatMap((list) => routesOf(list, relations))
