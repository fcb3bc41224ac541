/** «План вылова»: what is to be lifted, what it leaves, what speaks against it, and the withdrawal made of a row. */
import type { Column } from '../../../shared/columns'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { cageCalls } from '../../../core/cages/cage.contract'
import { openOperation } from '../../../core/documents/form/operation.web'
import { openDocument } from '../../../core/documents/open/open-document.web'
import { libraries } from '../../../core/lists/library.contract'
import { filterOptions } from '../../../web/filters/filter'
import { useFilters } from '../../../web/filters/use-filters'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { CrudPage, type CrudPageProps } from '../../../web/pages/crud-page'
import { useCall } from '../../../web/query-client'
import { ALL } from '../../../shared/sheets/filter-words'
import { HarvestForm } from './harvest-form.web'
import { harvestCalls, harvestColumns, type HarvestRow } from './harvest.contract'
import classes from './harvest.module.css'

const WINDOWS: CrudPageProps<HarvestRow>['windows'] = {
  form: ({ row, ...shown }) => <HarvestForm {...shown} planned={row} />,
}

function useHarvestFilters() {
  const { t } = useTranslation()
  const modules = useCall(libraries.location.list, {}).data
  const cages = useCall(cageCalls.list, {}).data
  return useFilters([
    { key: 'module', title: 'Модуль', as: 'one', options: filterOptions(modules) },
    {
      key: 'cage',
      title: 'Садок',
      as: 'one',
      options: cages?.map(({ id, number, color }) => ({ value: id, label: number, color })),
    },
    {
      key: 'state',
      title: 'Состояние',
      as: 'one',
      options: [
        { value: 'open', label: t('открыта') },
        { value: 'done', label: t('выполнена') },
      ],
    },
  ])
}

/** The form of a withdrawal, filled in as planned: kilograms with the pieces that follow from them. */
const lift = (row: HarvestRow) =>
  openOperation('withdrawal', {
    cageId: row.cage_id,
    preset: {
      harvest_row_id: row.id,
      generation_id: row.generation_id,
      age_category_id: row.age_category_id,
      count: row.takes_count > 0 ? row.takes_count : null,
      weight: row.weight,
      reason: row.reason,
      counterparty_id: row.counterparty_id,
      show_with_counterparty: row.counterparty_id !== null,
      note: row.note,
    },
  })

/** What speaks against a row, one line each; that fish are missing is red. */
function Remarks({ row }: { row: HarvestRow }) {
  const remarks = row.outlook?.remarks ?? []
  const missing = (row.outlook?.missing_weight ?? 0) > 0 || (row.outlook?.missing_count ?? 0) > 0
  if (remarks.length === 0) return null
  return (
    <ul className={classes.remarks}>
      {remarks.map((remark, index) => (
        <li key={remark} data-danger={(missing && index === 0) || undefined}>
          <Icon name="alert" size={14} />
          {remark}
        </li>
      ))}
    </ul>
  )
}

export function HarvestPage() {
  const { t } = useTranslation()
  const filters = useHarvestFilters()
  const { module, cage, state } = filters.values
  const colorOf = useCageColor()
  return (
    <CrudPage<HarvestRow>
      list={harvestCalls.list}
      remove={harvestCalls.remove}
      ability="create withdrawals"
      changes={['plans']}
      confirmDelete={t('Удалить строку плана вылова?')}
      deleted={t('Строка удалена')}
      filters={filters}
      shown={(rows) =>
        rows.filter(
          (row) =>
            (module === ALL || String(row.location_id) === module) &&
            (cage === ALL || String(row.cage_id) === cage) &&
            (state === ALL || row.state === state),
        )
      }
      table={{
        name: 'harvest-plan',
        title: t('План вылова'),
        columns: harvestColumns,
        startSort: 'day',
        cageColor: ({ cage_id }) => colorOf(cage_id),
        emptyText: t('Здесь будет, когда, из какого садка и кому поднимать рыбу.'),
        renderCell: (row, { key }: Column) => (key === 'remarks' ? <Remarks row={row} /> : undefined),
      }}
      rowActions={(row) =>
        row.operation_id === null
          ? [{ icon: 'lift', title: t('Изъять'), often: true, worded: true, onClick: () => lift(row) }]
          : [{ icon: 'list', title: t('Открыть подъём'), looks: true, onClick: () => openDocument(row.operation_id!) }]
      }
      windows={WINDOWS}
    />
  )
}
