import { ABILITY_BLOCKS, type Ability } from '../../shared/abilities'
import { RIGHT_TEXTS } from '../../core/lists/right-texts.contract'
import { useTranslation, type TFunction } from '../../web/i18n'
import { useFilters } from '../../web/filters/use-filters'
import { useCall } from '../../web/query-client'
import { tellSummary } from '../../shared/contract'
import { ALL } from '../../shared/sheets/filter-words'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { ApiControlTabs } from './api-control-tabs.web'
import { apiCallColumns, type ApiCallRow, apiControlCalls, AREAS, OPEN_TO } from './api-control.contract'

const BLOCK_OF = new Map<string, string>(
  Object.entries(ABILITY_BLOCKS).flatMap(([block, abilities]) => abilities.map((ability) => [ability, block] as const)),
)

/** «Журналы: любые записи»: the ability and its block in the matrix of roles. */
function rightIn(right: string, t: TFunction): string {
  const open = OPEN_TO[right]
  if (open) return t(open)
  const [block, name] = [BLOCK_OF.get(right) ?? '', RIGHT_TEXTS[right as Ability].name]
  return [...new Set([t(block), t(name)])].join(': ')
}

const rowTexts = (row: ApiCallRow, t: TFunction) => ({
  ...row,
  told: tellSummary(row.summary, t),
  area_title: t(AREAS[row.area] ?? row.area),
  right_title: rightIn(row.right, t),
})

/** Every call of the API, with its right. */
export function ApiCallsPage() {
  const { t } = useTranslation()
  const query = useCall(apiControlCalls.calls, {})
  const filters = useFilters([
    {
      key: 'area',
      title: 'Раздел',
      as: 'one',
      options: Object.entries(AREAS).map(([value, title]) => ({ value, label: t(title) })),
    },
    { key: 'outside', title: 'Открытые приложениям', as: 'flag' },
  ])
  const { area, outside } = filters.values
  const rows = query.data
    ?.filter((row) => (area === ALL || row.area === area) && (!outside || row.outside))
    .map((row) => rowTexts(row, t))
  return (
    <ApiControlTabs current="apiCalls">
      <SearchedTable
        name="api-calls"
        title={t('Все вызовы API')}
        columns={apiCallColumns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="address"
        emptyText={t('Нет данных для отображения')}
        exportNote={filters.note}
        toolbar={filters.bar}
      />
    </ApiControlTabs>
  )
}
