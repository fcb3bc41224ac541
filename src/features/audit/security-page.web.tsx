/** Security events: sign-ins, refusals, changed rights. */
import { SECURITY_EVENTS, type SecurityEventKind } from '../../shared/security-events'
import type { Filter } from '../../web/filters/filter'
import { useTranslation, type TFunction } from '../../web/i18n'
import { JournalPage } from '../../web/pages/journal-page'
import { useCall } from '../../web/query-client'
import { auditCalls } from './audit.contract'
import { AuditTabs } from './audit-tabs.web'
import { detailsOf } from './event-words.web'
import { SECURITY, securityCalls, securityColumns, type SecurityRow } from './security.contract'

type ShownEvent = SecurityRow & { event: string; who: string | null; told: string; device: string | null }

const isKnown = (kind: string): kind is SecurityEventKind => kind in SECURITY_EVENTS

/** Who did it, and to whom when that is another. */
function whoOf({ user, by_user: by, user_id, by_user_id }: SecurityRow): string | null {
  if (by === null || by_user_id === user_id) return user ?? by
  return user === null ? by : `${by} → ${user}`
}

const rowTexts = (row: SecurityRow, t: TFunction): ShownEvent => ({
  ...row,
  event: isKnown(row.kind) ? t(SECURITY_EVENTS[row.kind]) : row.kind,
  who: whoOf(row),
  told: detailsOf(row.details, t),
})

function useEventFilters(): Filter[] {
  const { t } = useTranslation()
  const people = (useCall(auditCalls.people, {}).data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const kinds = Object.entries(SECURITY_EVENTS).map(([value, title]) => ({ value, label: t(title) }))
  return [
    { key: 'person', input: 'user_id', title: 'Кто', as: 'one', options: people },
    { key: 'kind', input: 'kind', title: 'Событие', as: 'one', options: kinds },
    { key: 'address', input: 'address', title: 'Адрес', as: 'text', placeholder: t('Начало адреса') },
  ]
}

export function SecurityPage() {
  const { t } = useTranslation()
  return (
    <AuditTabs current="securityEvents">
      <JournalPage<ShownEvent, SecurityRow>
        title={SECURITY.title}
        name="security-events"
        columns={securityColumns}
        list={securityCalls.list}
        told={(row) => rowTexts(row, t)}
        emptyText={SECURITY.empty}
        locations={[]}
        cages={[]}
        placeless
        filters={useEventFilters()}
      />
    </AuditTabs>
  )
}
