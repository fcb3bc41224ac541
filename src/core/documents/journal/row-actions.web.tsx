/** Editing and deleting a stored document from any table with its row. */
import { can, canChangeRow, NO_RIGHT, NO_SUBSCRIPTION } from '../../../shared/abilities'
import { showInstant } from '../../../shared/dates'
import { navigate } from '../../../web/router/address'
import { i18n, useTranslation } from '../../../web/i18n'
import { historyAction } from '../../../web/pages/row-history'
import { useExpired, useUser, useUserSettings } from '../../../web/session'
import { confirm, type ConfirmOptions } from '../../../web/ui/overlay/confirm'
import type { RowAction } from '../../../web/ui/table/data-table'
import { postsAny } from '../engine/kind-rules.contract'
import type { OperationRow, WeightUnit } from '../fields/form-model.web'
import { describe, removeOperation } from '../form/operation-write.web'
import { openOperation } from '../form/operation.web'
import { RemovalPreview } from '../form/preview.web'
import { openDocument } from '../open/open-document.web'
import { keepBoth } from '../twins/doubled.web'
import { contractOf, kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

/** Asks, showing what would change, and deletes. */
export async function askRemoval(kind: KindName, row: OperationRow, unit: WeightUnit = 'kg'): Promise<void> {
  const details: ConfirmOptions['details'] = (refuse, leave) => (
    <>
      <b>{describe(kind, row, unit)}</b>
      {postsAny(kinds[kind]) && (
        <RemovalPreview kind={kind} id={row.id} onRefused={refuse} onLeave={leave} unit={unit} />
      )}
    </>
  )
  const question = kindForms[kind].words?.sure ?? 'Вы уверены, что хотите удалить данную операцию?'
  const sure = await confirm(i18n.t(question, { time: showInstant(row.datetime) }), { details })
  if (sure) await removeOperation(kind, row, unit)
}

/** The row's actions by the user's abilities and the row's own flags. */
export function useRowActions(kind: KindName): (row: OperationRow) => RowAction[] {
  const { t } = useTranslation()
  const user = useUser()
  const expired = useExpired()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const refused = (row: OperationRow, disabled: boolean, reason: string | null) => {
    if (!canChangeRow(user, row, contractOf(kind))) return t(NO_RIGHT)
    if (expired) return t(NO_SUBSCRIPTION)
    return disabled ? (reason ?? t(NO_RIGHT)) : undefined
  }
  const action = (
    icon: 'edit' | 'trash',
    title: string,
    reason: string | undefined,
    onClick: () => void,
  ): RowAction => ({
    icon,
    title,
    onClick,
    disabled: reason !== undefined,
    disabledReason: reason,
    danger: icon === 'trash',
  })
  const links = (kindForms[kind].links ?? []).filter(({ ability }) => !ability || can(user, ability))
  const photos = ({ id }: OperationRow): RowAction => ({
    icon: 'photo',
    title: t('Фото'),
    often: true,
    onClick: () => openDocument(id),
  })
  const keeping = (row: OperationRow): RowAction[] => {
    const reason = refused(row, row.edit_disabled, row.edit_disabled_reason)
    const title = t('Оставить обе')
    return row.doubled
      ? [
          {
            icon: 'check',
            often: true,
            worded: true,
            title,
            onClick: () => void keepBoth(row.id),
            disabled: Boolean(reason),
            disabledReason: reason,
          },
        ]
      : []
  }
  return (row) => [
    ...keeping(row),
    ...links.map(({ icon, title, to, often }) => ({ icon, title: t(title), often, onClick: () => navigate(to(row)) })),
    // the first ones are added in the form: another action of every row would push these two into a menu on a phone
    ...(row.photos > 0 ? [photos(row)] : []),
    historyAction({ entity: kinds[kind].kind, id: row.id }, t),
    action(
      'edit',
      t('Изменить'),
      refused(row, row.edit_disabled && !kindForms[kind].opensLocked, row.edit_disabled_reason),
      () => openOperation(kind, { row }),
    ),
    action(
      'trash',
      t(kindForms[kind].words?.remove ?? 'Удалить'),
      refused(row, row.delete_disabled, row.delete_disabled_reason),
      () => void askRemoval(kind, row, units[String(row.location_id ?? row.from_location_id)]),
    ),
  ]
}
