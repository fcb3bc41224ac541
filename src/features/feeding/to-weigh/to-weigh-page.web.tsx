/** «Что взвесить»: the cages whose weight is known worst, by what that costs; a line opens the weighing of its cage. */
import { Stack } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { showKg } from '../../../web/format'
import { useCall } from '../../../web/query-client'
import { useCompanySettings, useWriteGate } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { SearchedTable } from '../../../web/ui/table/searched-table'
import type { RowAction } from '../../../web/ui/table/view/view'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { openOperation } from '../../../core/documents/form/operation.web'
import { toWeighCall, toWeighColumns, toWeighFirst, type ToWeighRow } from './to-weigh.contract'

/**
 * «Взвесьте садки 3, 7, 9. Биомасса в них известна с точностью ± 3 640 кг, во всех садках ± 9 100 кг.» The same as in
 * the bell, which is silent while none is known badly.
 */
function First({ rows }: { rows: readonly ToWeighRow[] }) {
  const { t } = useTranslation()
  const sum = (some: readonly ToWeighRow[]) =>
    showKg(
      some.reduce((total, { mass }) => total + mass, 0),
      0,
    )
  const least = useCompanySettings()['weighing-doubt-percent']
  const first = toWeighFirst(rows, least)
  if (first.length === 0) return null
  const cages = first.map(({ number }) => number).join(', ')
  return (
    <NoteBox icon="scale">
      <b>
        {first.length === 1 ? t('Взвесьте садок {{cages}}.', { cages }) : t('Взвесьте садки {{cages}}.', { cages })}
      </b>{' '}
      {t('Биомасса в них известна с точностью ± {{mass}} кг, во всех садках ± {{all}} кг.', {
        mass: sum(first),
        all: sum(rows),
      })}
    </NoteBox>
  )
}

export function ToWeighPage() {
  const { t } = useTranslation()
  const gate = useWriteGate('create weights')
  const query = useCall(toWeighCall, {})
  const colorOf = useCageColor()
  const rows = query.data
  const weigh = ({ cage_id }: ToWeighRow) => openOperation('weighing', { cageId: cage_id })
  const actions = (row: ToWeighRow): RowAction[] => [
    {
      icon: 'scale',
      title: t('Взвесить'),
      worded: true,
      disabled: gate !== null,
      disabledReason: gate ?? undefined,
      onClick: () => weigh(row),
    },
  ]
  const priced = rows?.some(({ money }) => money !== null)
  return (
    <Stack gap="md" miw={0}>
      <SearchedTable<ToWeighRow>
        name="to-weigh"
        title={t('Что взвесить')}
        columns={priced ? toWeighColumns : toWeighColumns.filter(({ key }) => key !== 'money')}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        rowActions={actions}
        onRowClick={(row) => gate === null && weigh(row)}
        above={rows && rows.length > 0 && <First rows={rows} />}
        cageColor={({ cage_id }) => colorOf(cage_id)}
        emptyText={t('Взвешивать нечего: в садках нет рыбы, или её навеска ещё ни разу не записана.')}
      />
    </Stack>
  )
}
