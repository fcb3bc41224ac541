/** Journals of fish as sheets. */
import type { AnyKind } from '../../documents/engine/operation.contract'
import { columnsWith } from '../../../shared/columns'
import { filtersIn } from '../../../shared/filters'
import { sheetJournals } from './sheet-journals.contract'
import { inputOf, named, noteFor, places } from './filter-names.contract'
import { type Asked, type PageTable, type SheetSource, whenOf } from './source.contract'

const PAGE = 1000
/** As many rows as a list without pages answers. */
const MOST = 10_000

interface Answer {
  rows: PageTable['rows']
  total: number
  footer: Record<string, number>
}

async function readAll({ list }: AnyKind, input: object, { ask, tooLong }: Asked): Promise<Answer> {
  const rows: PageTable['rows'][number][] = []
  for (let page = 1; ; page++) {
    const answer = (await ask(list, { ...input, page, per_page: PAGE } as never)) as Answer
    if (answer.total > MOST) tooLong()
    rows.push(...answer.rows)
    if (rows.length >= answer.total || answer.rows.length === 0) return { ...answer, rows }
  }
}

function journalSource(kind: AnyKind): SheetSource {
  const { path, journal, columns, filter = {}, filterTitles, reading } = kind
  const asked = filtersIn(filter)
  const titled = filterTitles as Readonly<Record<string, string>> | undefined
  const filters = [
    ...places,
    ...asked.map((name) => named(name, titled?.[name] === undefined ? {} : { title: titled[name] })),
  ]
  return {
    page: 'journal',
    path,
    title: journal,
    ability: reading ?? 'signed-in',
    filters: ['module', 'cages', ...asked],
    read: async (own) => {
      const { start, end, sort = `-${columns[0]!.key}` } = own.query
      const input = inputOf(filters, own)
      const { rows, footer } = await readAll(kind, { start, end, ...input, sort }, own)
      const when = whenOf(own)
      const told = { title: own.t(journal), when, note: await noteFor(filters, own) }
      return [{ name: `${path}-journal`, ...told, columns: columnsWith(columns, input), rows, footer }]
    },
  }
}

export const journalSources: readonly SheetSource[] = sheetJournals.map(journalSource)
