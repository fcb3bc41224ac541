/** Filters of an address for a source: input of its calls, and the same in words. */
import { type Endpoint } from '../../../shared/contract'
import { NO_MODULE } from '../../../shared/fields'
import { FILTERS, type FilterName, NO_CAUSE, NO_GENERATION } from '../../../shared/filters'
import { isEmpty, listed, noteOf, type ToldFilter } from '../../../shared/sheets/filter-words'
import { type Comparison, COMPARISONS } from '../../../shared/report/compared'
import { cageCalls } from '../../cages/cage.contract'
import { callsOfKind, goodCalls } from '../../goods/good-calls.contract'
import { itemCalls } from '../../goods/item.contract'
import { reasonsCall } from '../../documents/kinds/withdrawal/withdrawal.contract'
import { libraries } from '../../lists/library.contract'
import type { Asked } from './source.contract'

type Named = { id: number | string; name?: string; number?: string }

/** What is typed or switched has no names. */
type NamedFilter = Exclude<FilterName, 'waybill' | 'systemWeighings'>

/** Whose names a filter's values have. */
const NAMED: Record<NamedFilter, Endpoint> & Partial<Record<FilterName, Endpoint>> = {
  module: cageCalls.locations,
  cages: cageCalls.list,
  generation: libraries.generation.list,
  generations: libraries.generation.list,
  ageCategories: libraries.age_category.list,
  stocks: goodCalls.allStocks,
  items: itemCalls.list,
  goods: callsOfKind.good.list,
  shippedProducts: callsOfKind.workshop_good.list,
  madeProducts: callsOfKind.workshop_good.list,
  feeds: callsOfKind.good.list,
  lossCauses: libraries.loss_cause.list,
  spendingCategories: libraries.spending_category.list,
  partners: libraries.counterparty.list,
  reason: reasonsCall,
}

/** What has none of it. */
const NONE: Partial<Record<FilterName, Named>> = {
  module: { id: NO_MODULE, name: 'Без модуля' },
  generations: { id: 0, name: NO_GENERATION },
  lossCauses: { id: 0, name: NO_CAUSE },
}

/** A filter as a page has it: of the common list, perhaps called otherwise, or its own. */
export type SourceFilter = Omit<ToldFilter, 'options'> & {
  input?: string
  /** of the common list: what its values are called */
  named?: FilterName
  calls?: Endpoint
  words?: Readonly<Record<string, string>>
}

export const named = (name: FilterName, more: Partial<SourceFilter> = {}): SourceFilter => ({
  ...FILTERS[name],
  named: name,
  ...more,
})

export const places: readonly SourceFilter[] = [
  named('module', { alwaysTold: true }),
  named('cages', { alwaysTold: true }),
]

/** The earlier period that a report is compared with. */
export const COMPARED_WITH: SourceFilter = { key: 'compare', title: 'Сравнить', as: 'text', words: COMPARISONS }

export const comparisonOf = ({ query }: Pick<Asked, 'query'>): Comparison | null =>
  query.compare === 'previous' || query.compare === 'year' ? query.compare : null

export const inputOf = (filters: readonly SourceFilter[], { query }: Pick<Asked, 'query'>): Record<string, unknown> =>
  Object.fromEntries(
    filters
      .filter((filter) => filter.input && !isEmpty(filter, query[filter.key]))
      .map(({ input, key, as }) => [input!, as === 'flag' ? true : query[key]]),
  )

async function optionsOf({ named: name, calls = name && NAMED[name], words, key }: SourceFilter, asked: Asked) {
  if (words) return Object.entries(words).map(([value, label]) => ({ value, label: asked.t(label) }))
  if (!calls) return undefined
  const answer = (await asked.ask(calls, {})) as readonly Named[] | Record<string, Named | Named[]>
  const none = name && NONE[name]
  const rows = [...(none ? [{ ...none, name: asked.t(none.name!) }] : []), ...Object.values(answer).flat()]
  const chosen = new Set(listed(asked.query[key]))
  return rows
    .filter(({ id }) => chosen.has(String(id)))
    .map(({ id, name: own, number }) => ({
      value: id,
      label: name === 'reason' ? asked.t(own!) : (own ?? number ?? ''),
    }))
}

/** Under the title: «Модуль: Северный. Садки: [Все]». Only the names that are needed are read. */
export async function noteFor(filters: readonly SourceFilter[], asked: Asked): Promise<string> {
  const told = await Promise.all(
    filters.map(async (filter): Promise<ToldFilter> => ({
      ...filter,
      options: isEmpty(filter, asked.query[filter.key]) ? [] : await optionsOf(filter, asked),
    })),
  )
  return noteOf(told, asked.query, asked.t)
}
