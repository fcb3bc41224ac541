/** The audit journal: who changed what, and when. A row opens the whole history of its thing. */
import type { ReactNode } from 'react'
import type { Column } from '../../shared/columns'
import { filterNote } from '../../shared/sheets/sheet'
import { useTranslation, type TFunction } from '../../web/i18n'
import { JournalPage, type JournalExtra } from '../../web/pages/journal-page'
import { openHistory } from '../../web/pages/row-history'
import { useCall } from '../../web/query-client'
import { useCan } from '../../web/session'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { useCages } from '../../core/cages/cage-cache.web'
import { callsOfKind } from '../../core/goods/good-calls.contract'
import { ChangesLine, changesText } from '../../core/documents/told/changes.web'
import { ACTIONS, AUDIT, auditCalls, auditColumns, type AuditRow } from './audit.contract'
import { AuditTabs } from './audit-tabs.web'
import { entityOptions, nameOf } from './audit-words.web'
import { entityOf } from './entities.contract'
import { FilterSelect } from './filter-select.web'
import styles from './audit.module.css'

type Shown = AuditRow & { what: string; action_text: string; told: string }

const tell = (row: AuditRow, t: TFunction): Shown => ({
  ...row,
  what: nameOf(row, t),
  action_text: t(ACTIONS[row.action]),
  told: changesText({ changes: row.changes, fields: entityOf(row.entity).fields, action: row.action }, t),
})

const textOf = (value: string | string[] | undefined): string => [value ?? ALL].flat()[0] ?? ALL
const asked = (value: string | string[] | undefined) => (textOf(value) === ALL ? undefined : textOf(value))

/** What changes are looked for by, as far as this person may read it. */
function useThings() {
  const can = useCan()
  const cages = useCages().map(({ id, number }) => ({ value: String(id), label: number }))
  const goods = [
    useCall(callsOfKind.good.list, {}, { enabled: can('read stocks') }).data,
    useCall(callsOfKind.workshop_good.list, {}, { enabled: can('access workshop') }).data,
  ].flatMap((found) => Object.values(found ?? {}).map(({ id, name }) => ({ value: String(id), label: name })))
  return { cages, goods: goods.toSorted((one, other) => one.label.localeCompare(other.label)) }
}

function useFilters(): JournalExtra {
  const { t } = useTranslation()
  const people = (useCall(auditCalls.people, {}).data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const things = useThings()
  const actions = Object.entries(ACTIONS).map(([value, title]) => ({ value, label: t(title) }))
  const filters = [
    { key: 'person', title: 'Кто', options: people },
    { key: 'entity', title: 'Что', options: entityOptions(t) },
    { key: 'action', title: 'Действие', options: actions },
    { key: 'cage', title: 'Садок', options: things.cages },
    { key: 'good', title: 'Расходник', options: things.goods },
  ]
  return {
    // `thing`: one of the chosen kind, by its number
    defaults: { person: ALL, entity: ALL, action: ALL, cage: ALL, good: ALL, thing: ALL },
    input: ({ person, entity, action, cage, good, thing }) => ({
      user_id: asked(person),
      entity: asked(entity),
      action: asked(action),
      cage_id: asked(cage),
      good_id: asked(good),
      entity_id: asked(thing),
    }),
    note: (values) =>
      filterNote(
        ...filters.map(({ key, title, options }): [string, string | undefined] => [
          t(title),
          options.find(({ value }) => value === textOf(values[key]))?.label,
        ]),
      ),
    fields: (values, set) => (
      <>
        {filters.map(({ key, title, options }) => (
          <FilterSelect
            key={key}
            title={t(title)}
            options={options}
            value={textOf(values[key])}
            onChange={(value) => set({ [key]: value, ...(key === 'entity' && { thing: ALL }) })}
          />
        ))}
        {asked(values.thing) && (
          <button type="button" className={styles.one} onClick={() => set({ thing: ALL })}>
            № {textOf(values.thing)} ×
          </button>
        )}
      </>
    ),
  }
}

function cell(row: Shown, { key }: Column): ReactNode {
  if (key !== 'told' || row.changes.length === 0) return undefined
  const { fields } = entityOf(row.entity)
  return <ChangesLine changes={row.changes} fields={fields} action={row.action} />
}

export function AuditPage() {
  const { t } = useTranslation()
  return (
    <AuditTabs current="/audit">
      <JournalPage<Shown, AuditRow>
        title={AUDIT.title}
        name="audit-journal"
        columns={auditColumns}
        list={auditCalls.list}
        told={(row) => tell(row, t)}
        emptyText={AUDIT.empty}
        locations={[]}
        cages={[]}
        placeless
        extra={useFilters()}
        renderCell={cell}
        onRowClick={({ entity, entity_id: id }) => openHistory({ entity, id })}
      />
    </AuditTabs>
  )
}
