import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocations } from '../../../core/cages/cage-cache.web'
import { useNamedFilters } from '../../../core/cages/filter-options.web'
import { GOODS, PRODUCTS, NextStep } from '../../../core/reports/next-step.web'
import { PeriodPage } from '../../../core/reports/period-page.web'
import { NO_MODULE } from '../../../shared/fields'
import { FILTERS } from '../../../shared/filters'
import { hrefOf } from '../../../shared/pages'
import { DETAILS } from '../../../shared/report/report'
import { type Filter, filterOptions, inputOf, wordOptions } from '../../../web/filters/filter'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { useJournalFilters } from '../../../web/pages/journal-filters'
import { useCall } from '../../../web/query-client'
import { isAll, listed, noteOf } from '../../../shared/sheets/filter-words'
import { AmountsCard } from './amounts-card.web'
import { consumableCalls, OPERATIONS } from './consumables.contract'

const lengths = (t: TFunction): Filter => ({
  key: 'detalization',
  input: 'detalization',
  title: 'Отрезки',
  as: 'choice',
  options: wordOptions(DETAILS, t),
})

const EMPTY = 'Потреблённых расходников за указанный период не обнаружено.'
const NO_OPERATIONS = 'Операций за указанный период не обнаружено.'
const KEPT = { placeholderData: keepPreviousData } as const

/** What the filters of the page say: input of its calls, and the same in words. */
function useAsked(filters: readonly Filter[]) {
  const { t } = useTranslation()
  const { filters: chosen, set } = useJournalFilters('name', filters)
  const { start, end, values } = chosen
  return {
    set,
    values,
    period: { start, end },
    input: { start, end, ...inputOf(filters, values) },
    when: `${start}–${end}`,
    note: noteOf(filters, values, t),
  }
}

interface PageProps {
  title: string
  filters: readonly Filter[]
  asked: ReturnType<typeof useAsked>
  children: ReactNode
}

const Page = ({ title, filters, asked: { period, values, set }, children }: PageProps) => (
  <PeriodPage title={title} choice={{ ...period, values, set }} filters={filters}>
    {children}
  </PeriodPage>
)

/** Consumption of goods: along items, and along dates. */
export function ConsumableReports() {
  const { t } = useTranslation()
  const named = useNamedFilters(['stocks', 'items', 'goods'])
  // a warehouse ashore is of no module
  const places = [{ id: NO_MODULE, name: t('Без модуля') }, ...useLocations()]
  const module: Filter = { ...FILTERS.module, options: filterOptions(places) }
  const filters = [module, ...named, lengths(t)]
  const asked = useAsked(filters)
  const { input, period, values, when, note } = asked
  const items = useCall(consumableCalls.byItems, input, KEPT)
  const dates = useCall(consumableCalls.byDates, input, KEPT)
  const stocks = listed(values[FILTERS.stocks.key])
  return (
    <Page title={t('Отчёты по расходникам')} filters={filters} asked={asked}>
      <AmountsCard
        name="goods-by-items"
        title={t('Отчет по расходникам относительно изделий')}
        head={t('Изделие')}
        chart="bars"
        query={items}
        emptyText={t(EMPTY)}
        emptyAction={<NextStep period={period} place={GOODS} />}
        when={when}
        note={note}
        addressOf={({ good, label }, { extra }) =>
          hrefOf('journal', {
            path: 'refills',
            ...period,
            itemsId: [extra.items![label]!],
            ...(good !== null && { goodsId: [good] }),
            ...(!isAll(stocks) && { stocksId: stocks.map(Number) }),
          })
        }
      />
      <AmountsCard
        name="goods-by-dates"
        title={t('Отчет по расходникам по датам')}
        head={t('Дата')}
        chart="line"
        query={dates}
        emptyText={t(EMPTY)}
        emptyAction={<NextStep period={period} place={GOODS} />}
        when={when}
        note={note}
        addressOf={({ good }) => (good === null ? null : hrefOf('goods', { good, tab: 'movements' }))}
      />
    </Page>
  )
}

/** Products of the workshop that came, or that left. */
export function ProductTransactions() {
  const { t } = useTranslation()
  const named = useNamedFilters(['shippedProducts'], 'workshop_good')
  const operation: Filter = {
    key: 'operation',
    input: 'operations_type',
    title: 'Тип операции',
    as: 'choice',
    options: wordOptions(OPERATIONS, t),
  }
  const filters = [operation, ...named, lengths(t)]
  const asked = useAsked(filters)
  const query = useCall(consumableCalls.products, asked.input, KEPT)
  const title = t('Отчёт о приросте/расходе продукции')
  return (
    <Page title={title} filters={filters} asked={asked}>
      <AmountsCard
        name="workshop-goods-transactions"
        title={t(OPERATIONS[asked.values.operation === 'negative' ? 'negative' : 'positive'])}
        head={t('Дата')}
        chart="bars"
        query={query}
        emptyText={t(NO_OPERATIONS)}
        emptyAction={<NextStep period={asked.period} place={PRODUCTS} />}
        when={asked.when}
        note={asked.note}
        addressOf={({ good }) => (good === null ? null : hrefOf('products', { good, tab: 'movements' }))}
      />
    </Page>
  )
}
