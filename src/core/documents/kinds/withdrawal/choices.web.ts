/**
 * What a withdrawal is chosen from. Who sold and where the workshop is are remembered on this device: mostly they are
 * the same again.
 */
import { useEffect } from 'react'
import { note, notedObject } from '../../../../web/offline/noted'
import type { FieldsProps, OperationRow } from '../../fields/form-model.web'

const PLACE = 'last-withdrawal'
const KEPT = ['stock_id', 'employee_id'] as const

type Choice = Record<(typeof KEPT)[number], string>

/** Ids as texts; empty where nothing is remembered or the browser keeps nothing. */
export function lastChoice(): Choice {
  const { stock_id = '', employee_id = '' } = notedObject<Choice>(PLACE)
  return { stock_id: String(stock_id), employee_id: String(employee_id) }
}

export function keepChoice(row: OperationRow): void {
  const chosen = KEPT.filter((key) => row[key]).map((key) => [key, String(row[key])])
  note(PLACE, JSON.stringify({ ...lastChoice(), ...Object.fromEntries(chosen) }))
}

/** Lets go of a choice that the list, once it is there, does not hold: another company's, or deleted since. */
export function useKnown(form: FieldsProps['form'], key: string, list: { value: number }[] | undefined): void {
  const { setFieldValue } = form
  const chosen = form.values[key]
  const lost = list !== undefined && chosen !== '' && !list.some(({ value }) => String(value) === chosen)
  useEffect(() => {
    if (lost) setFieldValue(key, '')
  }, [lost, key, setFieldValue])
}

/** A row that names what the list no longer shows keeps its name. */
export function withOwn(list: { value: number; label: string }[], id: unknown, name: unknown) {
  return typeof id === 'number' && !list.some(({ value }) => value === id)
    ? [...list, { value: id, label: String(name) }]
    : list
}
