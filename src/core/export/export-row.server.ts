/** What the writers of the export's formats are given, and how its numbers are told. */
import type { Writable } from 'node:stream'
import type { Language } from '../../shared/i18n/languages'
import type { ExportKey } from './export.contract'

/** As stored: whole numbers and texts. */
export type ExportRow = Record<string, string | number | null>

export interface ExportHead {
  company: string
  /** farm wall clock, as the others */
  start: string
  end: string
  created: string
  time_zone: string
  /** of titles and words; the XML has none */
  language: Language
}

export interface ExportParts {
  head: ExportHead
  keys: readonly ExportKey[]
  /** of a part in chunks; each part is read once, before the next one */
  rows: (key: ExportKey) => AsyncIterable<ExportRow[]>
  out: Writable
}

/** Ends `out`; fails when nobody takes its bytes any longer. */
export type WriteExport = (parts: ExportParts) => Promise<void>

/** A whole number of parts as an exact decimal: 1500000 millionths are 1.5. */
export function decimalText(whole: number, places: number): string {
  const digits = String(Math.abs(whole)).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${whole < 0 ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}

/** Digits after the point: milligrams of a kilogram, millionths of a unit, kopecks. */
export const PLACES = { kg: 6, amount: 6, roubles: 2 } as const
