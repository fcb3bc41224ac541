/** The annual report as sheets: its sections, then the balance of goods and living fish in roubles. */
import { type Asked, numbersIn, type PageTable, type SheetSource } from '../../../core/reports/sheets/source.contract'
import { annualCalls, METHOD_WORDS, METHODS, type SectionName, SECTIONS } from '../annual/annual.contract'
import { closingCalls, closingNote } from '../annual/closing.contract'
import { fishWorthCall, WORTH_BY, WORTH_TITLE, worthColumns } from '../annual/fish-worth.contract'
import { balanceColumns, flatBalance, lineColumns, linesOf, monthNames } from '../annual/annual-table.contract'

async function read({ query, today, language, t, ask }: Asked): Promise<PageTable[]> {
  const year = Number(query.year ?? today.slice(0, 4))
  const method = query.method === 'avg' ? 'avg' : 'fifo'
  const report = await ask(annualCalls.report, { year, method })
  const balance = await ask(annualCalls.balance, { year, method })
  const closing = closingNote(await ask(closingCalls.get, { year }), t)
  const noted = (...notes: string[]) => [...notes, closing].filter(Boolean).join(' ')
  const by = `${t(METHODS[method])}. ${t(METHOD_WORDS[method])}`
  const titled = (title: string) => ({ title, exportTitle: `${t('Годовой отчёт')}. ${title}`, when: String(year) })
  const shown = (Object.keys(SECTIONS) as SectionName[]).filter((name) => !report.hidden.includes(name))
  const sections = shown.map((name): PageTable => ({
    name: `annual-${name}`,
    ...titled(t(SECTIONS[name].title)),
    note: noted(name === 'feed' ? by : ''),
    columns: lineColumns(name, year, monthNames(language)),
    rows: linesOf(name, report.sections[name], t('Итого')),
  }))
  const worth = await ask(fishWorthCall, { year, by: 'category' })
  const { rows, total } = worth
  const fish = { columns: worthColumns, rows, footer: numbersIn(total) }
  const fishes: PageTable[] = worth.open
    ? [{ name: 'annual-fish', ...titled(t(WORTH_TITLE)), note: noted(t(WORTH_BY.category)), ...fish }]
    : []
  if (report.hidden.includes('feed') || !balance.open) return [...sections, ...fishes]
  const goods = { columns: balanceColumns, rows: balance.rows.map(flatBalance) }
  return [
    ...sections,
    { name: 'annual-goods', ...titled(t('Баланс расходников')), note: noted(by), ...goods },
    ...fishes,
  ]
}

export const annualSource: SheetSource = {
  page: 'annualReport',
  title: 'Годовой отчёт',
  ability: 'access reports',
  filters: [],
  read,
}
