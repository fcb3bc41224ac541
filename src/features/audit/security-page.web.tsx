/** Security events: who came in, who was refused, whose rights changed. */
import { filterNote } from '../../shared/sheets/sheet'
import { SECURITY_EVENTS, type SecurityEventKind } from '../../shared/security-events'
import { useTranslation, type TFunction } from '../../web/i18n'
import { JournalPage, type JournalExtra } from '../../web/pages/journal-page'
import { useCall } from '../../web/query-client'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { auditCalls } from './audit.contract'
import { AddressFilter } from './address-filter.web'
import { AuditTabs } from './audit-tabs.web'
import { detailsOf } from './event-words.web'
import { FilterSelect } from './filter-select.web'
import { SECURITY, securityCalls, securityColumns, type SecurityRow } from './security.contract'

type Shown = SecurityRow & { event: string; who: string | null; told: string; device: string | null }

const isKnown = (kind: string): kind is SecurityEventKind => kind in SECURITY_EVENTS

/** Who did it, and to whom when that is another. */
function whoOf({ user, by_user: by, user_id, by_user_id }: SecurityRow): string | null {
  if (by === null || by_user_id === user_id) return user ?? by
  return user === null ? by : `${by} → ${user}`
}

const tell = (row: SecurityRow, t: TFunction): Shown => ({
  ...row,
  event: isKnown(row.kind) ? t(SECURITY_EVENTS[row.kind]) : row.kind,
  who: whoOf(row),
  told: detailsOf(row.details, t),
})

const textOf = (value: string | string[] | undefined): string => [value ?? ALL].flat()[0] ?? ALL
const asked = (value: string | string[] | undefined) => (textOf(value) === ALL ? undefined : textOf(value))

function useFilters(): JournalExtra {
  const { t } = useTranslation()
  const people = (useCall(auditCalls.people, {}).data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const kinds = Object.entries(SECURITY_EVENTS).map(([value, title]) => ({ value, label: t(title) }))
  const labelIn = (options: typeof people, value: string | string[] | undefined) =>
    options.find((one) => one.value === textOf(value))?.label
  return {
    defaults: { person: ALL, kind: ALL, address: '' },
    input: ({ person, kind, address }) => ({
      user_id: asked(person),
      kind: asked(kind),
      address: textOf(address) || undefined,
    }),
    note: ({ person, kind, address }) =>
      filterNote(
        [t('Кто'), labelIn(people, person)],
        [t('Событие'), labelIn(kinds, kind)],
        [t('Адрес'), textOf(address)],
      ),
    fields: ({ person, kind, address }, set) => (
      <>
        <FilterSelect title={t('Кто')} options={people} value={textOf(person)} onChange={(person) => set({ person })} />
        <FilterSelect title={t('Событие')} options={kinds} value={textOf(kind)} onChange={(kind) => set({ kind })} />
        <AddressFilter value={textOf(address)} onChange={(address) => set({ address })} />
      </>
    ),
  }
}

export function SecurityPage() {
  const { t } = useTranslation()
  return (
    <AuditTabs current="/audit/security">
      <JournalPage<Shown, SecurityRow>
        title={SECURITY.title}
        name="security-events"
        columns={securityColumns}
        list={securityCalls.list}
        told={(row) => tell(row, t)}
        emptyText={SECURITY.empty}
        locations={[]}
        cages={[]}
        placeless
        extra={useFilters()}
      />
    </AuditTabs>
  )
}
