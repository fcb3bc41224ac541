/** Settings of the farm as texts of a form, and back. */
import type { InputOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import type { CompanySettings } from '../../../shared/settings'
import type { accessCalls } from '../sign-in/access.contract'
import { type Key, SECTIONS, type Setting } from './setting-sections.web'

export type TypedSettings = Record<string, string>
export type CompanyInput = InputOf<typeof accessCalls.companySettings>

/** Between the months of one field. */
const MARK = ';'
export const monthsOf = (text: string): string[] => text.split(MARK)
export const textOfMonths = (months: readonly string[]): string => months.join(MARK)

function textOf(value: CompanySettings[Key]): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  if (Array.isArray(value)) return textOfMonths(value.map(String))
  return value === null ? '' : String(value)
}

const inputs = SECTIONS.flatMap(({ settings }) => settings)

const partOf = (settings: CompanySettings, { key, within }: Setting) =>
  within === undefined ? settings[key] : (settings[key] as unknown as Record<string, string>)[within]!

export const typed = (settings: CompanySettings): TypedSettings => ({
  ...Object.fromEntries(inputs.map((one) => [one.key, textOf(partOf(settings, one))])),
  'minimal-operation-date': settings['minimal-operation-date'] ? showDay(settings['minimal-operation-date']) : '',
})

const numberOf = (text: string) => (text === '' ? null : Number(text))

/** What was typed, as the call takes it. */
export function read(values: TypedSettings): CompanyInput {
  const valueOf = ({ key, input }: Setting) => {
    const text = values[key] ?? ''
    if (input === 'number') return numberOf(text)
    if (input === 'months') return monthsOf(text).map(numberOf)
    if (input === 'text' || input === 'choice') return text
    return input === 'day' ? text || null : text === '1'
  }
  const settings = Object.fromEntries(
    inputs.map((one) => [one.key, one.within === undefined ? valueOf(one) : { [one.within]: valueOf(one) }]),
  )
  return { ...settings, 'time-zone': values['time-zone'] } as CompanyInput
}
