/** The annual report as an Excel file: the report, then the balance of goods and living fish in roubles. */
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import type { Column } from '../../../shared/columns'
import { headerLine, type Sheet, sheetData } from '../../../shared/sheets/sheet'
import { say } from '../../../shared/say'
import { type Context, fileRoute } from '../../../server/http/route'
import { sheetNames, writeWorkbook, XLSX } from '../../../server/sheets/excel'
import { annualCalls, METHOD_WORDS, METHODS, type SectionName, SECTIONS } from './annual.contract'
import { annualReport } from './annual.server'
import { closingNote } from './closing.contract'
import { yearClosing } from './closing.server'
import { balanceColumns, flatBalance, lineColumns, linesOf } from './annual-table.contract'
import { WORTH_BY, WORTH_TITLE, worthColumns } from './fish-worth.contract'
import { fishWorth } from './fish-worth.server'
import { goodsBalance } from './goods-balance.server'

const widthOf = ({ type, title }: Column) => ({ width: Math.max(type === 'text' ? 28 : 14, title.length + 2) })

interface Part {
  name: string
  sheet: Omit<Sheet, 'average' | 'translate'>
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

async function closingOf(year: number, context: Context): Promise<string> {
  const known = await yearClosing(year, context)
  return closingNote(known, (key, values) => context.speak(values ? say(key, values) : key))
}

/** Under the title; without any, nothing stands there. */
const noteOf = (...notes: (string | false)[]) => {
  const subtitle = notes.filter(Boolean).join(' ')
  return subtitle ? { subtitle } : {}
}

/** A sheet for each section that is open, and one of the goods. */
async function partsOf(input: { year: number; method: 'fifo' | 'avg' }, context: Context): Promise<Part[]> {
  const { speak, company } = context
  const report = await annualReport(input, context)
  const balance = await goodsBalance(context, input.year, input.method)
  const closing = await closingOf(input.year, context)
  const title = `${company.name}. ${speak('Годовой отчёт')} ${input.year}`
  const by = `${speak(METHODS[input.method])}. ${speak(METHOD_WORDS[input.method])}`
  const months = MONTHS.map((month) => `${month}.${input.year}`)
  const shown = (Object.keys(SECTIONS) as SectionName[]).filter((name) => !report.hidden.includes(name))
  const sections = shown.map((name): Part => ({
    name: speak(SECTIONS[name].title),
    sheet: {
      title: `${title}. ${speak(SECTIONS[name].title)}`,
      ...noteOf(name === 'feed' && by, closing),
      columns: [
        ...lineColumns(name, input.year, months),
        { key: 'warning', title: 'Предупреждение', type: 'text' } satisfies Column,
      ],
      rows: linesOf(name, report.sections[name], speak('Итого')).map((line) => ({
        ...line,
        unit: speak(line.unit),
      })),
    },
  }))
  const fish = await fishPart(input.year, title, closing, context)
  if (!balance.open) return [...sections, ...fish]
  const all = balance.totals.find(({ type }) => type === null)
  const footer = all && { ...all.money, other_consumed: all.other.consumed, other_closing: all.other.closing }
  const goods: Part = {
    name: speak('Баланс расходников'),
    sheet: {
      title: `${title}. ${speak('Баланс расходников')}`,
      ...noteOf(by, closing),
      columns: balanceColumns,
      rows: balance.rows.map((row) => ({ ...flatBalance(row), measure_name: speak(row.measure_name) })),
      ...(footer && { footer }),
    },
  }
  return [...sections, goods, ...fish]
}

/** Living fish in roubles, for whoever may see what they cost. */
async function fishPart(year: number, title: string, closing: string, context: Context): Promise<Part[]> {
  const worth = await fishWorth({ year, by: 'category' }, context)
  if (!worth.open) return []
  const name = context.speak(WORTH_TITLE)
  const sheet = { columns: worthColumns, rows: worth.rows, footer: numbersIn(worth.total) }
  return [
    { name, sheet: { title: `${title}. ${name}`, ...noteOf(context.speak(WORTH_BY.category), closing), ...sheet } },
  ]
}

export const annualFile = fileRoute(annualCalls.download, async (input, context) => {
  const parts = await partsOf(input, context)
  const names = sheetNames(parts.map(({ name }) => name))
  return {
    name: `${context.speak('Годовой отчёт')} ${input.year}.xlsx`,
    type: XLSX,
    bytes: () =>
      writeWorkbook(
        context.company.id,
        parts.map(({ sheet }, index) => ({
          sheet: names[index]!,
          data: sheetData({ ...sheet, average: 'kg', translate: context.speak }),
          columns: sheet.columns.map(widthOf),
          stickyRowsCount: headerLine(sheet),
        })),
      ),
  }
})
