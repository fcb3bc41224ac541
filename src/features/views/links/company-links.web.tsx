/** All addresses of reports that programs read this farm under, for whoever sets it up. */
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCan } from '../../../web/session'
import { confirm } from '../../../web/ui/overlay/confirm'
import { DataTable } from '../../../web/ui/table/data-table'
import { type CompanyLink, linkCalls, linkColumns } from './link.contract'

export const REVOKE = 'Отозвать адрес? Таблицы, которые его читают, перестанут обновляться.'

export function CompanyLinks() {
  const { t } = useTranslation()
  const may = useCan()('access settings')
  const { data: rows, ...query } = useCall(linkCalls.all, {}, { enabled: may })
  if (!may || (rows && rows.length === 0)) return null
  const revoke = async ({ id }: CompanyLink) => {
    if (!(await confirm(t(REVOKE), { yes: t('Отозвать'), danger: true }))) return
    await call(linkCalls.remove, { id })
    await invalidateTags(['lists'])
    notifySuccess(t('Адрес отозван.'))
  }
  return (
    <DataTable<CompanyLink>
      name="report-links"
      title={t('Адреса отчётов для таблиц во всём хозяйстве')}
      titleLevel={2}
      columns={linkColumns}
      rows={rows}
      error={rows ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startSort="view_name"
      startPerPage={25}
      rowActions={(link) => [
        {
          icon: 'trash',
          title: t('Отозвать'),
          danger: true,
          // a refusal is shown by the call itself
          onClick: () => void revoke(link).catch(() => undefined),
        },
      ]}
      emptyText={t('Нет данных для отображения')}
    />
  )
}
