import { useNamedFilters } from '../../../core/cages/filter-options.web'
import { comparedFilter, comparisonIn } from '../../../core/reports/compared-field.web'
import { JournalPart } from '../../../core/documents/journal/journal-part.web'
import { GoodLink } from '../../../core/documents/reading/good-link.web'
import { type GoodKind, TYPES_OF } from '../../../core/goods/good.contract'
import { GOODS, PRODUCTS, NextStep } from '../../../core/reports/next-step.web'
import { type Filter, type FilterValues, wordOptions } from '../../../web/filters/filter'
import { useTranslation } from '../../../web/i18n'
import { JournalPage } from '../../../web/pages/journal-page'
import { useAddressQuery } from '../../../web/router/address'
import {
  GROUPS,
  TURNOVER_TITLES,
  turnoverCalls,
  turnoverColumns,
  type TurnoverRow,
  withBefore,
} from './turnover.contract'

const EMPTY = 'Нет данных для отображения'

function Turnover({ kind }: { kind: GoodKind }) {
  const { t } = useTranslation()
  const address = useAddressQuery()
  const group = address.group === 'name' ? 'name' : 'stock_name'
  const comparison = comparisonIn(address as FilterValues)
  const named = useNamedFilters(['stocks', 'goods'], kind, kind === 'good' ? {} : { goods: 'Продукция' })
  const filters: Filter[] = [
    { key: 'group', input: 'group_by', title: 'Группировать', as: 'choice', options: wordOptions(GROUPS, t) },
    ...named.map((filter) => (filter.key === 'goodsId' ? { ...filter, input: 'transactionable_ids' } : filter)),
    { key: 'type', input: 'type', title: 'Вид', as: 'one', options: wordOptions(TYPES_OF[kind], t) },
    { key: 'moved', input: 'ignore_goods_without_transactions', title: 'Только с движением', as: 'flag' },
    { key: 'kg', input: 'show_in_kg', title: 'Показать в килограммах', as: 'flag' },
    { ...comparedFilter(t), as: 'one', wide: true, input: 'compare' },
  ]
  return (
    <JournalPage<TurnoverRow>
      title={TURNOVER_TITLES[kind]}
      name={`turnover-${kind}`}
      columns={turnoverColumns(kind, group, comparison, t)}
      told={withBefore}
      list={turnoverCalls[kind]}
      startSort={group}
      emptyText={EMPTY}
      emptyAction={<NextStep place={kind === 'good' ? GOODS : PRODUCTS} />}
      locations={[]}
      cages={[]}
      placeless
      filters={filters}
      below={
        kind === 'workshop_good'
          ? ({ start, end }) => <JournalPart key={`${start}–${end}`} kind="goodsTransform" start={start} end={end} />
          : undefined
      }
      renderCell={({ good_id, name }, { key }) =>
        key === 'name' && good_id !== null ? <GoodLink id={good_id} kind={kind} name={name} /> : undefined
      }
      wrapCell={({ is_total }, _, look) => (is_total ? <b>{look}</b> : look)}
    />
  )
}

export const GoodTurnover = () => <Turnover kind="good" />
export const ProductTurnover = () => <Turnover kind="workshop_good" />
