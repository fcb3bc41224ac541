/** Changes of a stored thing in words: «Количество 50 → 45 кг». */
import { Fragment } from 'react'
import { unitOf, type AverageUnit, type Column } from '../../../shared/columns'
import { NBSP, NOTHING } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { cellText } from '../../../web/ui/table/cells'
import { LINE_COLUMNS, ROLE_WORDS, type Change, type ToldFields, type ToldValue } from './told.contract'
import styles from './changes.module.css'

interface ToldChange {
  title: string
  /** null where there was nothing to change: something new, or what stayed as it was */
  before: string | null
  after: string | null
}

const columnOf = (fields: ToldFields, { field }: Change): Column =>
  Object.values(fields).find(({ told }) => told.key === field)?.told ??
  LINE_COLUMNS.find(({ key }) => key === field) ?? { key: field, title: field, type: 'text' }

function valueText(value: ToldValue, column: Column, unit: string | undefined, average: AverageUnit, t: TFunction) {
  if (typeof value === 'boolean') return t(value ? 'Да' : 'Нет')
  const word = (one: unknown) => (column.words && typeof one === 'string' ? t(one) : one)
  const text = cellText(Array.isArray(value) ? value.map(word) : word(value), column, average)
  return unit && text !== NOTHING ? `${text}${NBSP}${t(unit)}` : text
}

export function tellChange(change: Change, fields: ToldFields, t: TFunction, average: AverageUnit = 'kg'): ToldChange {
  const column = columnOf(fields, change)
  const unit = change.unit ?? unitOf(column, average)
  const { subject, role } = change
  const named = subject && `${t((ROLE_WORDS as Record<string, string>)[role ?? ''] ?? column.title)}: ${subject}`
  const priced = named && change.field === 'line_price' ? `${t(column.title)}: ${subject}` : named
  const text = (value: ToldValue) => valueText(value, column, unit, average, t)
  const [before, after] = [text(change.before), text(change.after)]
  return { title: priced ?? t(column.title), before: before === after ? null : before, after }
}

/** What is new has no «before», what is gone no «after». */
function sides({ before, after }: ToldChange, action: string) {
  if (action === 'create') return { before: null, after }
  if (action === 'delete') return { before: null, after: before ?? after }
  return { before, after }
}

interface ChangesProps {
  changes: readonly Change[]
  fields: ToldFields
  /** an edit unless said */
  action?: string
  average?: AverageUnit
}

/** All of them in one line, for Excel and paper. */
export const changesText = ({ changes, fields, action = 'update', average }: ChangesProps, t: TFunction): string =>
  changes
    .map((change) => {
      const told = tellChange(change, fields, t, average)
      const { before, after } = sides(told, action)
      return `${told.title}: ${before === null ? '' : `${before} → `}${after}`
    })
    .join('; ')

export function Changes({ changes, fields, action = 'update', average }: ChangesProps) {
  const { t } = useTranslation()
  return (
    <dl className={styles.changes}>
      {changes.map((change, index) => {
        const told = tellChange(change, fields, t, average)
        const { before, after } = sides(told, action)
        return (
          <Fragment key={`${change.field} ${index}`}>
            <dt>{told.title}</dt>
            <dd>
              {before !== null && (
                <>
                  <s>{before}</s> <Icon name="arrow" size={14} />{' '}
                </>
              )}
              {told.before === null && action === 'update' ? <span>{after}</span> : <b>{after}</b>}
            </dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
