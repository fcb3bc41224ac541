import type { ReactNode } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { showInstant } from '../../../shared/dates'
import { can, canChangeRow, NO_RIGHT, NO_SUBSCRIPTION } from '../../../shared/abilities'
import { navigate } from '../../../web/address'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { usePhone } from '../../../web/ui/use-phone'
import { NotFound } from '../../../web/layout/not-found'
import type { PageProps } from '../../../web/router'
import { WaitingRows } from '../../../web/offline/outbox/waiting-rows'
import { JournalPage, type JournalExtra } from '../../../web/pages/journal-page'
import { useExpired, useUser, useUserSettings, useWriteGate } from '../../../web/session'
import { confirm } from '../../../web/ui/overlay/confirm'
import type { RowAction } from '../../../web/ui/table/data-table'
import { useCages, useLocations } from '../../cages/cage-cache.web'
import { recordKinds } from '../form/batch-names.web'
import type { OperationRow } from '../fields/form-model.web'
import { kinds, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import { contractOf, describe, removeOperation } from '../form/operation-write.web'
import { openOperation } from '../form/operation.web'
import { RemovalPreview } from '../form/preview.web'
import { whyCell } from '../why/why-cell.web'
import { openWhy } from '../why/why.web'

const names = Object.keys(kinds) as KindName[]

/** The journal of the kind that the address names. */
export function OperationJournal({ params }: PageProps) {
  const kind = names.find((name) => kinds[name].path === params.path)
  return kind ? <Journal key={kind} kind={kind} /> : <NotFound />
}

const noExtra = (): JournalExtra | undefined => undefined

/** Of many cages at once as well. */
const waitingKinds = (kind: KindName): string[] =>
  kind === 'feeding' || kind === 'retreat' ? [kind, recordKinds[kind]] : [kind]

/** The journal of one kind, wherever its page stands. */
export function Journal({ kind }: { kind: KindName }) {
  const { path, journal, columns, list } = contractOf(kind)
  const { emptyText, useExtra = noExtra } = kindForms[kind]
  const extra = useExtra()
  const rowActions = useRowActions(kind)
  return (
    <>
      <WaitingRows kinds={waitingKinds(kind)} />
      <JournalPage<OperationRow>
        title={journal}
        name={`${path}-journal`}
        columns={columns}
        list={list}
        emptyText={emptyText}
        locations={useLocations()}
        cages={useCages()}
        placeless={!kindForms[kind].cageKeys}
        extra={extra}
        rowActions={rowActions}
        {...whySlots(kind)}
        actions={<Record kind={kind} beside />}
        emptyAction={<Record kind={kind} />}
      />
    </>
  )
}

/** Numbers of operations that move fish lead to the entries of the group they moved, as it was then. */
function whySlots(kind: KindName) {
  const { cageKeys } = kindForms[kind]
  if (!kinds[kind].effect || !cageKeys) return {}
  const targetOf = (row: OperationRow) => ({
    cageId: Number(row[cageKeys[0]]),
    groupId: row.group_id as number | null,
    at: row.datetime,
    rowId: row.id,
  })
  return {
    wrapCell: (row: OperationRow, column: Column, look: ReactNode) => whyCell(row, column, look, targetOf(row)),
    onRowClick: (row: OperationRow) => openWhy({ ...targetOf(row), about: 'weight' }),
  }
}

/** Who may change a row, and what the row itself says about it. */
function useRowActions(kind: KindName): (row: OperationRow) => RowAction[] {
  const { t } = useTranslation()
  const user = useUser()
  const expired = useExpired()
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const refused = (row: OperationRow, disabled: boolean, reason: string | null) => {
    if (!canChangeRow(user, row)) return t(NO_RIGHT)
    if (expired) return t(NO_SUBSCRIPTION)
    return disabled ? t(reason ?? NO_RIGHT) : undefined
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
  const remove = async (row: OperationRow) => {
    const unit = units[String(row.location_id ?? row.from_location_id)] ?? 'kg'
    const details = (refuse: (reason: string | null) => void) => (
      <>
        <b>{describe(kind, row, unit)}</b>
        <RemovalPreview kind={kind} id={row.id} onRefused={refuse} unit={unit} />
      </>
    )
    const question = kindForms[kind].words?.sure ?? 'Вы уверены, что хотите удалить данную операцию?'
    const sure = await confirm(t(question, { time: showInstant(row.datetime) }), { details })
    if (sure) await removeOperation(kind, row, unit)
  }
  const links = (kindForms[kind].links ?? []).filter(({ ability }) => !ability || can(user, ability))
  return (row) => [
    ...links.map(({ icon, title, to }) => ({ icon, title: t(title), onClick: () => navigate(to(row)) })),
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
      () => void remove(row),
    ),
  ]
}

/** `beside` the title of the table there is less room than in the middle of an empty one. */
function Record({ kind, beside = false }: { kind: KindName; beside?: boolean }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const refused = useWriteGate(contractOf(kind).ability)
  const gate = {
    'data-disabled': refused ? true : undefined,
    'aria-disabled': refused !== null,
    title: refused ?? undefined,
    onClick: () => void (refused === null && openOperation(kind)),
  }
  if (beside && phone)
    return (
      <ActionIcon {...gate} size={48} aria-label={t('Записать операцию')}>
        <Icon name="plus" />
      </ActionIcon>
    )
  return (
    <Button {...gate} variant="default" size={beside ? 'xs' : undefined} leftSection={<Icon name="plus" size={16} />}>
      {t('Записать операцию')}
    </Button>
  )
}
