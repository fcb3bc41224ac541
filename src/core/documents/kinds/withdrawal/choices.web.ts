/**
 * Options of a withdrawal. The last seller and workshop are remembered on this device, since they are mostly the same.
 */
import { useEffect } from 'react'
import { note, notedObject } from '../../../../web/offline/noted'
import type { FieldsProps, OperationRow } from '../../fields/form-model.web'

const PLACE = 'last-withdrawal'
const KEPT = ['stock_id', 'employee_id'] as const

type Choice = Record<(typeof KEPT)[number], string>

/** Ids as texts; empty when nothing is remembered. */
export function lastChoice(): Choice {
  const { stock_id = '', employee_id = '' } = notedObject<Choice>(PLACE)
  return { stock_id: String(stock_id), employee_id: String(employee_id) }
}

export function keepChoice(row: OperationRow): void {
  const chosen = KEPT.filter((key) => row[key]).map((key) => [key, String(row[key])])
  note(PLACE, JSON.stringify({ ...lastChoice(), ...Object.fromEntries(chosen) }))
}

/** Clears a choice that the loaded list does not have: another company's, or a deleted one. */
export function useKnown(form: FieldsProps['form'], key: string, list: { value: number }[] | undefined): void {
  const { setFieldValue } = form
  const chosen = form.values[key]
  const lost = list !== undefined && chosen !== '' && !list.some(({ value }) => String(value) === chosen)
  useEffect(() => {
    if (lost) setFieldValue(key, '')
  }, [lost, key, setFieldValue])
}

/** A row keeps the name of a choice that is no longer in the list. */
export function withOwn(list: { value: number; label: string }[], id: unknown, name: unknown) {
  return typeof id === 'number' && !list.some(({ value }) => value === id)
    ? [...list, { value: id, label: String(name) }]
    : list
}
