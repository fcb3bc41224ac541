import { useState, type ReactNode } from 'react'
import { EXPORT_KEYS } from '../../core/export/export.contract'
import type { Column } from '../../shared/columns'
import { useTranslation } from '../../web/i18n'
import { CrudPage } from '../../web/pages/crud-page'
import type { CrudRow } from '../../web/pages/crud-window'
import { AppForm } from './app-form.web'
import { Endpoints } from './endpoints.web'
import { externalAppColumns, outsideCalls, type ExternalAppRow } from './outside.contract'
import { type NewToken, NewTokenWindow, TokenWindow } from './token-window.web'
import classes from './outside.module.css'

export type AppRow = ExternalAppRow & CrudRow

/** A token is marked when it expires within so many days. */
const SOON_DAYS = 14

/** What the token of a row may do, in a line. */
function useMay() {
  const { t } = useTranslation()
  return ({ parameter_ids, export_keys, location_ids, stock_ids, assistant_role }: ExternalAppRow): string => {
    const writes =
      parameter_ids === null
        ? t('показания всех параметров')
        : parameter_ids.length > 0 && t('показания, параметров: {{number}}', { number: parameter_ids.length })
    const reads =
      export_keys.length === EXPORT_KEYS.length
        ? t('вся выгрузка')
        : export_keys.length > 0 &&
          t('выгрузка: {{number}} из {{all}}', { number: export_keys.length, all: EXPORT_KEYS.length })
    const limits = (location_ids !== null || stock_ids !== null) && t('часть модулей и складов')
    const assists = assistant_role !== null && t('помощник с ролью «{{role}}»', { role: assistant_role })
    return [writes, reads, assists, limits].filter(Boolean).join('; ') || t('ничего')
  }
}

/** The end of a token: none, near, or over. */
function useExpiryCell() {
  const { t } = useTranslation()
  return ({ expires, days_left }: AppRow, column: Column, look: ReactNode) => {
    if (column.key !== 'expires') return look
    if (expires === null || days_left === null) return <span className={classes.quiet}>{t('бессрочно')}</span>
    if (days_left > SOON_DAYS) return look
    return (
      <span className={classes.expiring} data-over={days_left < 0 || undefined}>
        {expires} · {days_left < 0 ? t('истёк') : t('осталось {{days}} дн.', { days: days_left })}
      </span>
    )
  }
}

/** External applications, their tokens and addresses. */
export function ExternalAppsPage() {
  const { t } = useTranslation()
  const may = useMay()
  const wrapCell = useExpiryCell()
  const [made, setMade] = useState<NewToken | null>(null)
  return (
    <>
      <CrudPage<AppRow>
        list={outsideCalls.list}
        remove={outsideCalls.remove}
        ability="manage external apps"
        changes={['people']}
        confirmDelete={t('Удалить приложение? Его токен перестанет действовать, присланные показания останутся.')}
        table={{
          name: 'external-apps',
          columns: externalAppColumns,
          title: t('Внешние приложения'),
          startSort: 'name',
          wrapCell,
        }}
        shown={(rows) => rows.map((row) => ({ ...row, may: may(row) }))}
        rowActions={(row, open) => [{ icon: 'key', title: t('Токен'), often: true, onClick: () => open('token', row) }]}
        windows={{
          form: ({ row, ...shown }) => <AppForm {...shown} app={row} onMade={setMade} />,
          token: ({ row, ...shown }) => row && <TokenWindow {...shown} app={row} onMade={setMade} />,
        }}
      />
      <NewTokenWindow made={made} onClose={() => setMade(null)} />
      <Endpoints />
    </>
  )
}
