/** The filters of a page in words, for Excel, print and letters: «Модуль: Северный. Садки: [Все]». */
import { filterNote } from './sheet'

/** What filters send for "all". */
export const ALL = '-1'
export const isAll = (value: readonly string[]): boolean => value.length === 0 || value.includes(ALL)

export type FilterValue = string | string[] | undefined

export interface ToldFilter {
  /** name in the address */
  key: string
  /** i18n key */
  title: string
  as: 'one' | 'several' | 'text' | 'flag' | 'day' | 'tag' | 'choice'
  /** translated; undefined while they load */
  options?: readonly { value: string | number; label: string }[] | undefined
  /** «[Все]» stands on paper too */
  alwaysTold?: boolean
}

const TYPED = new Set<ToldFilter['as']>(['text', 'flag', 'day', 'choice'])
export const isTyped = ({ as }: Pick<ToldFilter, 'as'>): boolean => TYPED.has(as)

export const listed = (value: FilterValue): string[] => [value ?? ALL].flat()

export const isEmpty = (filter: Pick<ToldFilter, 'as'>, value: FilterValue): boolean =>
  isTyped(filter) ? !value : isAll(listed(value))

function wordsOf(filter: ToldFilter, value: FilterValue, t: (key: string) => string): string | undefined {
  if (isEmpty(filter, value)) return filter.alwaysTold ? t('[Все]') : undefined
  if (filter.as === 'flag') return t('да')
  if (!filter.options) return listed(value).join(', ')
  const chosen = filter.options.filter((option) => listed(value).includes(String(option.value)))
  return chosen.map(({ label }) => label).join(', ')
}

/** The set filters in words. */
export const noteOf = (
  filters: readonly ToldFilter[],
  values: Readonly<Record<string, FilterValue>>,
  t: (key: string) => string,
): string =>
  filterNote(
    ...filters.map((filter): [string, string | undefined] => [t(filter.title), wordsOf(filter, values[filter.key], t)]),
  )
