/** Reports of goods as sheets: consumption, products, turnover, the year. */
import {
  COMPARED_WITH,
  comparisonOf,
  inputOf,
  named,
  noteFor,
  type SourceFilter,
} from '../../../core/reports/sheets/filter-names.contract'
import {
  type Asked,
  periodOf,
  type PageTable,
  type SheetSource,
  whenOf,
} from '../../../core/reports/sheets/source.contract'
import { type GoodKind, READING_GOODS, TYPES_OF } from '../../../core/goods/good.contract'
import { callsOfKind } from '../../../core/goods/good-calls.contract'
import type { PageName } from '../../../shared/pages'
import { DETAILS } from '../../../shared/report/report'
import { amountsTable, consumableCalls, OPERATIONS } from '../consumables/consumables.contract'
import { GROUPS, turnoverCalls, turnoverColumns, TURNOVER_TITLES, withBefore } from '../turnover/turnover.contract'

const COMPARED: SourceFilter = { ...COMPARED_WITH, input: 'compare' }
const LENGTHS: SourceFilter = {
  key: 'detalization',
  input: 'detalization',
  title: 'Отрезки',
  as: 'choice',
  words: DETAILS,
}
const OPERATION: SourceFilter = {
  key: 'operation',
  input: 'operations_type',
  title: 'Тип операции',
  as: 'choice',
  words: OPERATIONS,
}

const CONSUMED = [named('module'), named('stocks'), named('items'), named('goods'), LENGTHS]

async function readConsumed(asked: Asked): Promise<PageTable[]> {
  const { ask, t } = asked
  const input = { ...periodOf(asked), ...inputOf(CONSUMED, asked) }
  const common = { when: whenOf(asked), note: await noteFor(CONSUMED, asked) }
  return [
    {
      ...common,
      name: 'goods-by-items',
      title: t('Отчет по расходникам относительно изделий'),
      ...amountsTable(t('Изделие'), await ask(consumableCalls.byItems, input)),
    },
    {
      ...common,
      name: 'goods-by-dates',
      title: t('Отчет по расходникам по датам'),
      ...amountsTable(t('Дата'), await ask(consumableCalls.byDates, input)),
    },
  ]
}

const MADE = [OPERATION, named('shippedProducts'), LENGTHS]

async function readMade(asked: Asked): Promise<PageTable[]> {
  const { ask, t, query } = asked
  const answer = await ask(consumableCalls.products, { ...periodOf(asked), ...inputOf(MADE, asked) })
  return [
    {
      name: 'workshop-goods-transactions',
      title: t(OPERATIONS[query.operation === 'negative' ? 'negative' : 'positive']),
      when: whenOf(asked),
      note: await noteFor(MADE, asked),
      ...amountsTable(t('Дата'), answer),
    },
  ]
}

const turnedFilters = (kind: GoodKind): readonly SourceFilter[] => [
  { key: 'group', input: 'group_by', title: 'Группировать', as: 'choice', words: GROUPS },
  named('stocks'),
  named('goods', {
    input: 'transactionable_ids',
    calls: callsOfKind[kind].list,
    ...(kind === 'workshop_good' && { title: 'Продукция' }),
  }),
  { key: 'type', input: 'type', title: 'Вид', as: 'one', words: TYPES_OF[kind] },
  { key: 'moved', input: 'ignore_goods_without_transactions', title: 'Только с движением', as: 'flag' },
  { key: 'kg', input: 'show_in_kg', title: 'Показать в килограммах', as: 'flag' },
  COMPARED,
]

function turnoverSource(page: PageName, kind: GoodKind): SheetSource {
  const filters = turnedFilters(kind)
  return {
    page,
    title: TURNOVER_TITLES[kind],
    ability: READING_GOODS[kind],
    filters: ['stocks'],
    read: async (asked) => {
      const group = asked.query.group === 'name' ? 'name' : 'stock_name'
      const sort = String(asked.query.sort ?? group)
      const input = { ...periodOf(asked), ...inputOf(filters, asked), sort }
      const answer = await asked.ask(turnoverCalls[kind], { ...input, page: 1, per_page: 1 } as never)
      const rows = await asked.ask(turnoverCalls[kind], input as never)
      return [
        {
          name: `turnover-${kind}`,
          title: asked.t(TURNOVER_TITLES[kind]),
          when: whenOf(asked),
          note: await noteFor(filters, asked),
          columns: turnoverColumns(kind, group, comparisonOf(asked), asked.t),
          rows: (rows as PageTable['rows']).map(withBefore),
          footer: 'footer' in answer ? answer.footer : {},
        },
      ]
    },
  }
}

export const goodsSources: readonly SheetSource[] = [
  {
    page: 'stockReports',
    title: 'Отчёты по расходникам',
    ability: 'access reports',
    filters: ['module', 'stocks', 'items'],
    read: readConsumed,
  },
  {
    page: 'productTransactions',
    title: 'Отчёт о приросте/расходе продукции',
    ability: READING_GOODS.workshop_good,
    filters: [],
    read: readMade,
  },
  turnoverSource('goodTurnover', 'good'),
  turnoverSource('productTurnover', 'workshop_good'),
]
