/** A view as a letter: the first rows and the totals of its tables to read, and the whole of it as a workbook. */
import type { Letter } from '../../server/mail'
import { harmless } from '../../server/mail'
import { writeWorkbook, XLSX } from '../../server/sheets/excel'
import { speakIn } from '../../server/language'
import { dayOf, showDay } from '../../shared/dates'
import { type Language, LOCALES } from '../../shared/i18n/languages'
import { hrefOf } from '../../shared/pages'
import { say, type Speak } from '../../shared/say'
import { sheetCellText } from '../../shared/sheets/cell-text'
import { type SheetCell, sheetParts } from '../../shared/sheets/sheet'
import { fileName } from '../../shared/sheets/tab'
import type { Made } from './letters-job.server'
import { type ViewSheet, workbookOf } from './kept/view-sheets.server'

const MOST_TABLES = 8
const MOST_ROWS = 12
const MOST_COLUMNS = 8
/** Of a wider one: what its rows are called by, then the end, where the newest month and the total are. */
const FIRST_COLUMNS = 2
/** Mail servers take letters of ten megabytes; in a letter a file is a third larger. */
const MOST_BYTES = 6_000_000

/** What of a table stands in the letter, as texts. */
interface Shown {
  title: string
  subtitle: string
  header: string[]
  rows: string[][]
  totals: string[] | null
  /** what is left out: rows and columns */
  more: { rows: number; columns: number }
}

function shownOf({ sheet }: ViewSheet, language: Language): Shown {
  const { above, cellsOf, below } = sheetParts(sheet)
  const count = sheet.rows.length
  const wide = sheet.columns.length > MOST_COLUMNS
  // names of the farm's own things are typed by anybody
  const told = (row: readonly SheetCell[] = []) => {
    const texts = row.map((cell) => harmless(sheetCellText(cell, LOCALES[language])))
    return wide ? [...texts.slice(0, FIRST_COLUMNS), '…', ...texts.slice(FIRST_COLUMNS - MOST_COLUMNS)] : texts
  }
  const [totals] = below
  return {
    title: harmless(sheet.title),
    subtitle: harmless(sheet.subtitle ?? ''),
    header: told(above.at(-1)),
    rows: sheet.rows.slice(0, MOST_ROWS).map((row) => told(cellsOf(row))),
    totals: totals ? told(totals) : null,
    more: { rows: Math.max(0, count - MOST_ROWS), columns: Math.max(0, sheet.columns.length - MOST_COLUMNS) },
  }
}

function restOf({ more }: Shown, speak: Speak): string {
  if (more.rows > 0 && more.columns > 0)
    return speak(say('Ещё строк: {{rows}}, столбцов: {{columns}} — в приложенном файле.', more))
  if (more.rows > 0) return speak(say('Ещё строк: {{rows}} — в приложенном файле.', more))
  return more.columns > 0 ? speak(say('Ещё столбцов: {{columns}} — в приложенном файле.', more)) : ''
}

const safe = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const CELL = 'border:1px solid #ccd6dd;padding:4px 8px;'
const NUMBER = /^[\d\u2212]/
const row = (cells: readonly string[], tag: 'td' | 'th', more = '') =>
  `<tr>${cells
    .map(
      (cell) =>
        `<${tag} style="${CELL}${more}text-align:${NUMBER.test(cell) ? 'right' : 'left'}">${safe(cell)}</${tag}>`,
    )
    .join('')}</tr>`

function htmlOf(shown: Shown, speak: Speak): string {
  const { title, subtitle, header, rows, totals } = shown
  return [
    `<h2 style="font-size:16px;margin:24px 0 4px">${safe(title)}</h2>`,
    subtitle && `<p style="margin:0 0 8px;color:#5a6b78">${safe(subtitle)}</p>`,
    '<table style="border-collapse:collapse;font-size:14px">',
    row(header, 'th'),
    ...rows.map((cells) => row(cells, 'td')),
    totals && row(totals, 'td', 'font-weight:bold;'),
    '</table>',
    `<p style="margin:4px 0;color:#5a6b78">${safe(restOf(shown, speak))}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function plainOf(shown: Shown, speak: Speak): string {
  const { title, subtitle, header, rows, totals } = shown
  const lines = [header, ...rows, ...(totals ? [totals] : [])].map((cells) => cells.join(' | '))
  return [title, subtitle, ...lines, restOf(shown, speak)].filter(Boolean).join('\n')
}

/** The words around the tables. */
function wordsOf({ view, warning, session }: Made, speak: Speak, attached: boolean) {
  const { company } = session
  return {
    head: speak(
      say('Отчёт «{{name}}», хозяйство «{{company}}».', { name: harmless(view.name), company: harmless(company.name) }),
    ),
    notes: [warning, attached ? null : 'Файл слишком велик для письма: откройте отчёт по ссылке.']
      .filter((note) => note !== null)
      .map((note) => speak(note)),
    empty: speak('В этом периоде нет данных.'),
    open: speak('Открыть отчёт'),
    stop: speak('Отписаться можно в списке сохранённых отчётов'),
  }
}

/** Makes the letter of a moment; where it leads is known when it is posted. */
export async function letterOf(made: Made, due: string): Promise<(origin: string) => Letter> {
  const { view, session, sheets } = made
  const { user, company } = session
  const { language } = user.settings
  const speak = speakIn(language)
  const bytes = await writeWorkbook(company.id, await workbookOf(sheets))
  const attached = bytes.length <= MOST_BYTES
  const words = wordsOf(made, speak, attached)
  const day = showDay(dayOf(due))
  const shown = sheets
    .filter(({ sheet }) => sheet.rows.length > 0)
    .slice(0, MOST_TABLES)
    .map((sheet) => shownOf(sheet, language))
  const href = hrefOf(view.page, { ...view.query, ...(view.path && { path: view.path }), view: view.id } as never)
  const file = { name: `${fileName(view.name)} ${day}.xlsx`, type: XLSX, base64: Buffer.from(bytes).toString('base64') }
  return (origin) => {
    const [open, stop] = [`${origin}${href}`, `${origin}${hrefOf('savedViews')}`]
    const notes = [...words.notes, ...(shown.length === 0 ? [words.empty] : [])]
    return {
      to: user.email,
      subject: harmless(`${view.name}, ${day}`),
      text: [
        words.head,
        ...notes,
        ...shown.map((table) => plainOf(table, speak)),
        `${words.open}: ${open}`,
        `${words.stop}: ${stop}`,
      ].join('\n\n'),
      html: [
        '<div style="font-family:sans-serif;font-size:14px;color:#16222b">',
        `<p>${safe(words.head)}</p>`,
        ...notes.map((note) => `<p><b>${safe(note)}</b></p>`),
        ...shown.map((table) => htmlOf(table, speak)),
        `<p><a href="${safe(open)}">${safe(words.open)}</a></p>`,
        `<p style="color:#5a6b78"><a href="${safe(stop)}" style="color:#5a6b78">${safe(words.stop)}</a></p></div>`,
      ].join('\n'),
      ...(attached && { files: [file] }),
    }
  }
}
