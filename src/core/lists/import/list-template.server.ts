/** The workbook for the import: a sheet to fill in, one with instructions, one with options. */
import type { Context, FileAnswer } from '../../../server/http/route'
import { sheetNames, writeWorkbook, XLSX } from '../../../server/sheets/excel'
import type { Cell } from '../../../server/sheets/read-sheet'
import { say, type Speak, word } from '../../../shared/say'
import type { SheetCell } from '../../../shared/sheets/sheet'
import type { ImportedList } from '../kit/crud.server'
import type { FormField } from '../kit/library-kit.contract'
import { readNames, type Relations } from './imported-list.server'
import { type Names, storedCell, titleOf } from './sheet-columns.server'

const bold = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', wrap: true })
const text = (value: string): SheetCell => ({ value, type: String })

function sheetCell({ input }: FormField, cell: Cell): SheetCell {
  if (cell === null || cell === '') return {}
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (input === 'date') return { value: new Date(`${String(cell)}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  return text(String(cell))
}

const choices = ({ options, relation }: FormField, names: Names, speak: Speak): string[] | null =>
  relation ? names.offered(relation) : (options?.map(({ label }) => speak(label)) ?? null)

const HOW: Record<FormField['input'], string> = {
  text: 'Текст',
  textarea: 'Текст',
  select: 'Одно из значений листа «Значения»',
  date: 'Дата, например 20.11.2026',
  decimal: 'Число',
  flag: '«да» или «нет»',
}

function howTo(list: ImportedList, speak: Speak): SheetCell[][] {
  const { model, form } = list
  const first = form.find(({ key }) => key === (model.named ?? 'name'))!
  return [
    ['Столбец', 'Что писать', 'Обязательно'].map((title) => bold(speak(title))),
    ...form.map((field) =>
      [
        titleOf(field, speak),
        [HOW[field.input], field.hint].flatMap((one) => (one ? [speak(one)] : [])).join('. '),
        field.required ? speak('да') : '',
      ].map(text),
    ),
    [],
    [
      text(''),
      text(
        speak(
          say('Строка с новым значением столбца «{{title}}» добавляется, с известным — изменяется.', {
            title: word(first.title),
          }),
        ),
      ),
    ],
    [text(''), text(speak('Столбец, которого нет в файле, остаётся как был; пустая клетка очищает поле.'))],
  ]
}

/** What may be chosen, a column for each field. */
function valuesSheet(list: ImportedList, names: Names, speak: Speak): SheetCell[][] {
  const columns = list.form.flatMap((field) => {
    const values = choices(field, names, speak)
    return values ? [[bold(titleOf(field, speak)), ...values.map(text)]] : []
  })
  const height = Math.max(0, ...columns.map((column) => column.length))
  return Array.from({ length: height }, (_, row) => columns.map((column) => column[row] ?? {}))
}

export async function listTemplate(
  list: ImportedList,
  relations: Relations,
  { filled }: { filled: boolean },
  context: Context,
): Promise<FileAnswer> {
  const [names, all] = await Promise.all([
    readNames(list, relations, context),
    filled ? list.model.read(context, null) : [],
  ])
  const rows = all.filter(({ archived }) => !archived)
  const { speak } = context
  const { form } = list
  const title = speak(list.title)
  const values = valuesSheet(list, names, speak)
  const [main, how, chosen] = sheetNames([title, speak('Как заполнять'), speak('Значения')])
  const sheets = [
    {
      sheet: main!,
      data: [
        form.map((field) => bold(titleOf(field, speak))),
        ...rows.map((row) => form.map((field) => sheetCell(field, storedCell(field, row, names, speak)))),
      ],
      columns: form.map(({ input }) => ({ width: input === 'text' || input === 'textarea' ? 32 : 20 })),
      stickyRowsCount: 1,
    },
    { sheet: how!, data: howTo(list, speak), columns: [{ width: 24 }, { width: 80 }, { width: 14 }] },
    ...(values.length > 0 ? [{ sheet: chosen!, data: values, columns: values[0]!.map(() => ({ width: 28 })) }] : []),
  ]
  return { name: `${title}.xlsx`, type: XLSX, bytes: () => writeWorkbook(context.company.id, sheets) }
}
