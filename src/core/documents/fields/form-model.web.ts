/**
 * Types of an operation's form. All values are texts as typed, which the contract parses. Only `lines` is a list of
 * such texts, in documents with lines (`document-lines.web.ts`).
 */
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentType } from 'react'
import type * as z from 'zod'
import type { Ability } from '../../../shared/abilities'
import type { IconName } from '../../../shared/icon-names'
import { NBSP, showCount, showKg } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { CageRow, groupOfCage } from '../../cages/cage.contract'
import type { Fish } from '../../../shared/ledger/warnings'
import type { CageFigures } from '../../../shared/ledger/warning-rules'
import type { Document, GoodsLine } from '../../../shared/ledger/document'
import { sumOfFish, type StockChange } from '../../../shared/ledger/preview-effect'
import { toMg } from '../../../shared/numbers'
import { kgText, type FishTexts } from './fish-math.web'
import type { commonRow } from '../engine/operation.contract'

export type Values = Record<string, string>
export type OperationRow = z.infer<typeof commonRow> & Record<string, unknown>
export type Group = z.infer<typeof groupOfCage>
export type WeightUnit = 'kg' | 'g'

/** What a form is opened for: a cage, two cages, or a stored row. */
export interface Target {
  cageId?: number
  toCageId?: number
  row?: OperationRow
  /** initial values of a new one, under names of row fields: the good whose «+» was pressed */
  preset?: Record<string, unknown>
  /** a record still on this device: the form opens with its typed values */
  queued?: OutboxRecord
  /** called after a successful save, before the form closes */
  onSaved?: (values: Values) => void
}

/** A cage at the chosen instant. */
export interface CageBalance {
  cage: CageRow | undefined
  groups: Group[]
  /** whether the answer for this cage and instant has arrived */
  known: boolean
  failed: boolean
  /** the server could not be asked: the numbers are this device's estimate */
  estimated?: boolean
}

export interface Settings {
  unit: WeightUnit
  /** of this form alone */
  setUnit: (unit: WeightUnit) => void
  /** company setting retreat-weight-allowed */
  weightAllowed: boolean
}

/** The change of one cage, or of some of its groups; without `change` only the current state is known. */
export interface BalanceChange {
  cage: CageRow | undefined
  /** the only group concerned; undefined for several or none */
  group: Group | undefined
  /** fish of the groups concerned, before */
  stock: Fish
  change: StockChange | null
}

export interface EffectPreview {
  document: Document
  /** the cages of the operation, in the order of its fields */
  changes: BalanceChange[]
  /** the same cages, as warnings read them */
  places: CageFigures[]
  /** mg of the fish that it moves; null while not typed */
  moved: number | null
  /** amounts that enter (+) and leave (−) warehouses */
  goods: GoodsLine[]
}

export interface FieldsProps {
  form: UseFormReturnType<Values>
  book: CageBalance
  /** the cage that receives fish, for kinds with two cages */
  target: CageBalance
  row: OperationRow | undefined
  settings: Settings
  /** the effect of these values, as far as it is known */
  previewEffect: (values: Values) => EffectPreview
  /** goods lines of the stored row, or of the record that waits; none for a new one */
  formerGoods: GoodsLine[]
  /** «В садке на это время 11 242 шт, не хватает 758» */
  shortage: string | null
  /** makes saving impossible, with this reason */
  block: (reason: string | null) => void
}

export type BalanceRow = 'count' | 'mass' | 'average'

export interface KindWeb {
  /** «Отход: {{number}}», title of a new one; without a cage the kind's title is used */
  cageTitle?: string
  editTitle: string
  /** the button that creates a row; i18n key */
  record: string
  /** fields with cages: one, or source and target; none for operations without a cage */
  cageKeys?: readonly [string, string?]
  /** the row's fields with the numbers of these cages */
  numberKeys?: readonly [string, string?]
  /** initial values besides moment, cages and note */
  initial: (target: Target) => Values
  Fields: ComponentType<FieldsProps>
  /** further fields, beside the others where there is room */
  Aside?: ComponentType<FieldsProps>
  /** rows of the balance; count and mass of fish by default */
  rows?: (stock: Fish) => BalanceRow[]
  /** replaces the balance of fish */
  Balance?: ComponentType<FieldsProps>
  /** opens a row that cannot be edited with disabled fields; other kinds only show why */
  opensLocked?: boolean
  /** the note is the content of the operation */
  withoutNote?: boolean
  notePlaceholder?: string
  /** errors that the contract alone does not find: field → text */
  check?: (values: Values) => Record<string, string>
  /** what is sent instead of the typed values */
  payload?: (values: Values, settings: Pick<Settings, 'weightAllowed'>) => Record<string, unknown>
  /** a further operation that is recorded with it, if these values ask for one */
  also?: (values: Values) => { kind: string; typed: Values } | null
  /** after a row was stored */
  saved?: (row: OperationRow) => void
  /** row fields that `toastText` reads besides the typed values, before the server has made the row */
  unsavedRow?: (values: Values) => Record<string, unknown>
  /** the content of a row in a history, after the kind's title: «12 шт, 22,8 кг» */
  historyText: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** text of the toast for a stored row: «отход 12 шт» */
  toastText: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** further links of a journal row; the title is an i18n key */
  links?: readonly {
    icon: IconName
    title: string
    to: (row: OperationRow) => string
    ability?: Ability
    /** used as much as editing */
    often?: boolean
  }[]
  deleteFailed?: string
  /** its own texts instead of the common ones; i18n keys */
  words?: {
    created?: string
    changed?: string
    removed?: string
    /** the button that deletes a row */
    remove?: string
    /** question before deletion, with the row's moment as `time` */
    sure?: string
  }
  /** text of the journal for a period without rows */
  emptyText?: string
}

const texts = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : kgText(toMg(value))
  return String(value)
}

/** The named fields of a row as texts; '' for missing ones. */
export const textsOf = (row: Record<string, unknown> | undefined, ...keys: string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, texts(row?.[key])]))

export const fishTexts = (values: Values): FishTexts => ({
  count: values.count ?? '',
  avg_weight: values.avg_weight ?? '',
  weight: values.weight ?? '',
})

export const stockOf = (of: { count: number; weight: number } | undefined): Fish => ({
  count: of?.count ?? 0,
  mass: toMg(of?.weight ?? 0),
})

export const sumOf = (groups: Group[]): Fish => sumOfFish(groups.map(stockOf))

export const groupKey = (of: { generation_id: number | string; age_category_id: number | string }): string =>
  `${of.generation_id}:${of.age_category_id}`

/** The chosen group; without a choice the cage's only group is meant, as on the server. */
export function chosenGroup(values: Values, groups: Group[]): Group | undefined {
  const { generation_id: generation, age_category_id: category } = values
  if (generation) return groups.find((group) => groupKey(group) === `${generation}:${category}`)
  const alive = groups.filter((group) => group.count > 0)
  return alive.length === 1 ? alive[0] : undefined
}

/** «12 шт, 22,8 кг» of a row. */
export const fishLine = (row: OperationRow, t: TFunction): string =>
  `${showCount(Number(row.count))}${NBSP}${t('шт')}, ${showKg(Number(row.weight))}${NBSP}${t('кг')}`

export const groupName = (group: { generation_name: string; age_category_name: string }): string =>
  `${group.generation_name} · ${group.age_category_name}`
