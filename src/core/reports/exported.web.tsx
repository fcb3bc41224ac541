/** «Изменено после выгрузки»: a report whose sheet somebody holds, and which has other numbers now. */
import { useState } from 'react'
import { Button, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { showInstant } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { openHistory } from '../../web/pages/row-history'
import { useCall } from '../../web/query-client'
import { NoteBox } from '../../web/ui/note-box'
import { kinds } from '../documents/kinds/kinds.contract'
import { exportedCalls, MOST_COUNTED, type ExportedChange } from './exported.contract'
import classes from './report.module.css'

/** The sheet: a report with its period and cages. */
export interface ExportedSheet {
  report: string
  start: string
  end: string
  cages_id: number[] | null
  location_id: number | null
}

/** Notes an export. That it could not be noted is no fault of the sheet: without a network nothing is told later. */
export function useExported(sheet: ExportedSheet, title: string) {
  const client = useQueryClient()
  return async () => {
    await call(exportedCalls.note, { ...sheet, title }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: [exportedCalls.changes.path] })
  }
}

const ACTIONS = { create: 'внесено', update: 'изменено', delete: 'удалено' } as const

export function ChangedSince({ sheet, journal = null }: { sheet: ExportedSheet; journal?: string | null }) {
  const { t } = useTranslation()
  const { data } = useCall(exportedCalls.changes, { ...sheet, journal })
  if (!data?.exported_at || data.count === 0) return null
  const { count, changes } = data
  const when = showInstant(data.exported_at)
  const text =
    count === MOST_COUNTED
      ? t('Изменено после выгрузки {{when}}: больше {{count}} операций', { when, count: MOST_COUNTED - 1 })
      : t('Изменено после выгрузки {{when}}: {{count}} операций', { when, count })
  const title = data.user ? `${text} (${t('выгрузка: {{who}}', { who: data.user })})` : text
  return (
    <NoteBox kind="warn">
      <ChangeList title={title} count={count} changes={changes} />
    </NoteBox>
  )
}

interface ChangeListProps {
  /** translated */
  title: string
  /** of all of them */
  count: number
  /** the latest */
  changes: readonly ExportedChange[]
}

/** What was changed, once it is asked for; each opens its history. */
export function ChangeList({ title, count, changes }: ChangeListProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <div>
      {title}
      <Button size="compact-xs" variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? t('Скрыть') : t('Показать')}
      </Button>
      {opened && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
          {count > changes.length && <li>{t('и ещё {{count}}', { count: count - changes.length })}</li>}
        </ul>
      )}
    </div>
  )
}

function Change({ change: { entity, entity_id, action, datetime, at, user, number } }: { change: ExportedChange }) {
  const { t } = useTranslation()
  const kind = Object.values(kinds).find((one) => one.kind === entity)
  const what = [kind && t(kind.title, { context: 'операция' }), number && t('садок {{number}}', { number })]
  return (
    <li>
      <UnstyledButton className={classes.change} onClick={() => openHistory({ entity, id: entity_id })}>
        {[...what, showInstant(at)].filter(Boolean).join(', ')}
      </UnstyledButton>
      {': '}
      {[`${t(ACTIONS[action])} ${showInstant(datetime)}`, user].filter(Boolean).join(', ')}
    </li>
  )
}
