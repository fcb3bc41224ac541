import { Button } from '@mantine/core'
import { useNamedFilters } from '../../../core/cages/filter-options.web'
import { GoodLink } from '../../../core/documents/reading/good-link.web'
import { type GoodKind, TYPES_OF } from '../../../core/goods/good.contract'
import { hrefOf } from '../../../shared/pages'
import type { Filter } from '../../../web/filters/filter'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { JournalPage } from '../../../web/pages/journal-page'
import { useAddressQuery } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { GROUPS, TURNOVER_TITLES, turnoverCalls, turnoverColumns, type TurnoverRow } from './turnover.contract'

const optionsOf = (words: Record<string, string>, t: TFunction) =>
  Object.entries(words).map(([value, label]) => ({ value, label: t(label) }))

const EMPTY = 'Нет данных для отображения'

function Turnover({ kind }: { kind: GoodKind }) {
  const { t } = useTranslation()
  const group = useAddressQuery().group === 'name' ? 'name' : 'stock_name'
  const named = useNamedFilters(['stocks', 'goods'], kind, kind === 'good' ? {} : { goods: 'Продукция' })
  const filters: Filter[] = [
    { key: 'group', input: 'group_by', title: 'Группировать', as: 'choice', options: optionsOf(GROUPS, t) },
    ...named.map((filter) => (filter.key === 'goodsId' ? { ...filter, input: 'transactionable_ids' } : filter)),
    { key: 'type', input: 'type', title: 'Вид', as: 'one', options: optionsOf(TYPES_OF[kind], t) },
    { key: 'moved', input: 'ignore_goods_without_transactions', title: 'Только с движением', as: 'flag' },
    { key: 'kg', input: 'show_in_kg', title: 'Показать в килограммах', as: 'flag' },
  ]
  return (
    <JournalPage<TurnoverRow>
      title={TURNOVER_TITLES[kind]}
      name={`turnover-${kind}`}
      columns={turnoverColumns(kind, group)}
      list={turnoverCalls[kind]}
      startSort={group}
      emptyText={EMPTY}
      locations={[]}
      cages={[]}
      placeless
      filters={filters}
      actions={
        kind === 'workshop_good' && (
          <Button component={Link} to={hrefOf('transforms')} variant="default" fz="sm">
            {t('Переработки')}
          </Button>
        )
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
