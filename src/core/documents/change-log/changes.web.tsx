/** Changes of a row in words: «Количество 50 → 45 кг». */
import { Fragment, useState } from 'react'
import { unitOf, type AverageUnit, type Column } from '../../../shared/columns'
import { NBSP, NOTHING } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { cellText } from '../../../web/ui/table/view/cells'
import { LINE_COLUMNS, ROLE_WORDS, type FieldChange, type LoggedFields, type LoggedValue } from './change-log.contract'
import styles from './changes.module.css'

interface ChangeText {
  title: string
  /** null when there is no change to show: a new row, or an unchanged field */
  before: string | null
  after: string | null
}

const columnOf = (fields: LoggedFields, { field }: FieldChange): Column =>
  Object.values(fields).find(({ column }) => column.key === field)?.column ??
  LINE_COLUMNS.find(({ key }) => key === field) ?? { key: field, title: field, type: 'text' }

function valueText(value: LoggedValue, column: Column, unit: string | undefined, average: AverageUnit, t: TFunction) {
  if (typeof value === 'boolean') return t(value ? 'Да' : 'Нет')
  const word = (one: unknown) => (column.words && typeof one === 'string' ? t(one) : one)
  const text = cellText(Array.isArray(value) ? value.map(word) : word(value), column, average)
  return unit && text !== NOTHING ? `${text}${NBSP}${t(unit)}` : text
}

function changeText(change: FieldChange, fields: LoggedFields, t: TFunction, average: AverageUnit = 'kg'): ChangeText {
  const column = columnOf(fields, change)
  const unit = change.unit ?? unitOf(column, average)
  const { subject, role } = change
  const named = subject && `${t((ROLE_WORDS as Record<string, string>)[role ?? ''] ?? column.title)}: ${subject}`
  const priced = named && change.field === 'line_price' ? `${t(column.title)}: ${subject}` : named
  const text = (value: LoggedValue) => valueText(value, column, unit, average, t)
  const [before, after] = [text(change.before), text(change.after)]
  return { title: priced ?? t(column.title), before: before === after ? null : before, after }
}

/** A new value has no «before», a deleted one no «after». */
function sides({ before, after }: ChangeText, action: string) {
  if (action === 'create') return { before: null, after }
  if (action === 'delete') return { before: null, after: before ?? after }
  return { before, after }
}

interface ChangesProps {
  changes: readonly FieldChange[]
  fields: LoggedFields
  /** an edit unless said */
  action?: string
  average?: AverageUnit
}

/** Changed fields first, then those that only identify the row. */
function ordered({ changes, fields, action = 'update', average }: ChangesProps, t: TFunction) {
  const told = changes.map((change) => {
    const one = changeText(change, fields, t, average)
    const stayed = action === 'update' && one.before === null
    return { ...one, ...sides(one, action), stayed }
  })
  return [...told.filter(({ stayed }) => !stayed), ...told.filter(({ stayed }) => stayed)]
}

/** All of them in one line, for Excel and paper. */
export const changesText = (props: ChangesProps, t: TFunction): string =>
  ordered(props, t)
    .map(({ title, before, after }) => `${title}: ${before === null ? '' : `${before} → `}${after}`)
    .join('; ')

const Value = ({ before, after, stayed }: ReturnType<typeof ordered>[number]) => (
  <>
    {before !== null && (
      <>
        <s>{before}</s> <Icon name="arrow" size={14} />{' '}
      </>
    )}
    {stayed ? <span>{after}</span> : <b>{after}</b>}
  </>
)

/** The first few; the others on demand. */
function useFold<T>(all: readonly T[], inSight: number) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const shown = open ? all : all.slice(0, inSight)
  const left = all.length - shown.length
  const more = left > 0 && (
    <button
      type="button"
      className={styles.more}
      onClick={(event) => {
        // the row of a table itself opens the history
        event.stopPropagation()
        setOpen(true)
      }}
    >
      {t('ещё {{count}}', { count: left })}
    </button>
  )
  return { shown, more }
}

const IN_HISTORY = 12

/** One below another, in the history of a row. */
export function Changes(props: ChangesProps) {
  const { t } = useTranslation()
  const { shown, more } = useFold(ordered(props, t), IN_HISTORY)
  return (
    <>
      <dl className={styles.changes}>
        {shown.map((told, index) => (
          <Fragment key={`${told.title} ${index}`}>
            <dt>{told.title}</dt>
            <dd>
              <Value {...told} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {more}
    </>
  )
}

const IN_ROW = 4

/** One under another in a cell of a table. */
export function ChangesLine(props: ChangesProps) {
  const { t } = useTranslation()
  const { shown, more } = useFold(ordered(props, t), IN_ROW)
  return (
    <span className={styles.line}>
      {shown.map((one, index) => (
        <span key={`${one.title} ${index}`} className={styles.one}>
          <span>{one.title}</span> <Value {...one} />
        </span>
      ))}
      {more}
    </span>
  )
}
