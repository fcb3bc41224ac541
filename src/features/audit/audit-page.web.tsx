/** The audit journal: who changed what and when. A row opens the history of its object. */
import type { ReactNode } from 'react'
import type { Column } from '../../shared/columns'
import type { Filter } from '../../web/filters/filter'
import { useTranslation, type TFunction } from '../../web/i18n'
import { JournalPage } from '../../web/pages/journal-page'
import { openHistory } from '../../web/pages/row-history'
import { useCall } from '../../web/query-client'
import { useCan } from '../../web/session'
import { useCages } from '../../core/cages/cage-cache.web'
import { callsOfKind } from '../../core/goods/good-calls.contract'
import { ChangesLine, changesText } from '../../core/documents/change-log/changes.web'
import { ACTIONS, AUDIT, auditCalls, auditColumns, type AuditRow } from './audit.contract'
import { AuditTabs } from './audit-tabs.web'
import { entityOptions, nameOf } from './audit-words.web'
import { entityOf } from './entities.contract'

type ShownAuditLine = AuditRow & { what: string; action_text: string; told: string }

const rowTexts = (row: AuditRow, t: TFunction): ShownAuditLine => ({
  ...row,
  what: nameOf(row, t),
  action_text: t(ACTIONS[row.action]),
  told: changesText({ changes: row.changes, fields: entityOf(row.entity).fields, action: row.action }, t),
})

/** Objects to filter by, as far as the user may read them. */
function useThings() {
  const can = useCan()
  const cages = useCages().map(({ id, number }) => ({ value: String(id), label: number }))
  const goods = [
    useCall(callsOfKind.good.list, {}, { enabled: can('read stocks') }).data,
    useCall(callsOfKind.workshop_good.list, {}, { enabled: can('access workshop') }).data,
  ].flatMap((found) => Object.values(found ?? {}).map(({ id, name }) => ({ value: String(id), label: name })))
  return { cages, goods: goods.toSorted((one, other) => one.label.localeCompare(other.label)) }
}

function useAuditFilters(): Filter[] {
  const { t } = useTranslation()
  const people = (useCall(auditCalls.people, {}).data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const things = useThings()
  const actions = Object.entries(ACTIONS).map(([value, title]) => ({ value, label: t(title) }))
  return [
    { key: 'person', input: 'user_id', title: 'Кто', as: 'one', options: people },
    { key: 'entity', input: 'entity', title: 'Что', as: 'one', options: entityOptions(t), clears: ['thing'] },
    { key: 'action', input: 'action', title: 'Действие', as: 'one', options: actions },
    { key: 'cage', input: 'cage_id', title: 'Садок', as: 'one', options: things.cages },
    { key: 'good', input: 'good_id', title: 'Расходник', as: 'one', options: things.goods },
    // one of the chosen kind, by its number
    { key: 'thing', input: 'entity_id', title: '№', as: 'tag' },
  ]
}

function cell(row: ShownAuditLine, { key }: Column): ReactNode {
  if (key !== 'told' || row.changes.length === 0) return undefined
  const { fields } = entityOf(row.entity)
  return <ChangesLine changes={row.changes} fields={fields} action={row.action} />
}

export function AuditPage() {
  const { t } = useTranslation()
  return (
    <AuditTabs current="audit">
      <JournalPage<ShownAuditLine, AuditRow>
        title={AUDIT.title}
        name="audit-journal"
        columns={auditColumns}
        list={auditCalls.list}
        told={(row) => rowTexts(row, t)}
        emptyText={AUDIT.empty}
        locations={[]}
        cages={[]}
        placeless
        filters={useAuditFilters()}
        renderCell={cell}
        onRowClick={({ entity, entity_id: id }) => openHistory({ entity, id })}
      />
    </AuditTabs>
  )
}
