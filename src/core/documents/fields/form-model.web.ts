/**
 * What a form of an operation is made of. All values are texts, as typed; the contract reads them. Only `lines` is a
 * list of such texts, of a document that has lines (`document-lines.web.ts`).
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
import { kgText, mgOf, type FishTexts } from './fish-math.web'
import type { commonRow } from '../engine/operation.contract'

export type Values = Record<string, string>
export type OperationRow = z.infer<typeof commonRow> & Record<string, unknown>
export type Group = z.infer<typeof groupOfCage>
export type WeightUnit = 'kg' | 'g'

/** Where a form is opened: on a cage, between two cages, or on a stored row. */
export interface Target {
  cageId?: number
  toCageId?: number
  row?: OperationRow
  /** what a new one begins with, as a row has it: the good whose «+» was pressed */
  preset?: Record<string, unknown>
  /** a record that has not left this device: opens as it was typed */
  queued?: OutboxRecord
  /** after a successful save, before the form closes */
  onSaved?: (values: Values) => void
}

/** A cage at the chosen instant. */
export interface CageBalance {
  cage: CageRow | undefined
  groups: Group[]
  /** the answer for this cage and instant has come */
  known: boolean
  failed: boolean
  /** the server could not be asked: what this device knows */
  estimated?: boolean
}

export interface Settings {
  unit: WeightUnit
  /** of this form alone */
  setUnit: (unit: WeightUnit) => void
  /** company setting retreat-weight-allowed */
  weightAllowed: boolean
}

/** How one cage (or some groups in it) changes; without `change` only what stands there is known. */
export interface BalanceChange {
  cage: CageRow | undefined
  /** the one group that is meant; undefined for more or none */
  group: Group | undefined
  /** of the groups that are meant, before */
  stock: Fish
  change: StockChange | null
}

export interface EffectPreview {
  document: Document
  /** the cages of the operation, in the order of its fields */
  changes: BalanceChange[]
  /** the same, as questions are asked of them */
  places: CageFigures[]
  /** mg that the fish carry which it moves; null while that is not said */
  moved: number | null
  /** what enters (+) and leaves (−) warehouses */
  goods: GoodsLine[]
}

export interface FieldsProps {
  form: UseFormReturnType<Values>
  book: CageBalance
  /** the cage fish come to, for kinds with two cages */
  target: CageBalance
  row: OperationRow | undefined
  settings: Settings
  /** what these values would do, as far as it is known */
  previewEffect: (values: Values) => EffectPreview
  /** what the stored row, or the record that waits here, did to warehouses; nothing of a new one */
  formerGoods: GoodsLine[]
  /** «В садке на это время 11 242 шт, не хватает 758» */
  shortage: string | null
  /** saving is impossible for this reason */
  block: (reason: string | null) => void
}

export type BalanceRow = 'count' | 'mass' | 'average'

export interface KindWeb {
  /** «Отход: {{number}}», the form of a new one; without a cage it has the title of the kind */
  cageTitle?: string
  editTitle: string
  /** of the button that makes a row; i18n key */
  record: string
  /** the fields that name cages: one, or source and target; none for what happens in no cage */
  cageKeys?: readonly [string, string?]
  /** the row's keys of the numbers of those cages */
  numberKeys?: readonly [string, string?]
  /** values beyond moment, cages and note */
  initial: (target: Target) => Values
  Fields: ComponentType<FieldsProps>
  /** more fields, beside the others where there is room */
  Aside?: ComponentType<FieldsProps>
  /** what the balance shows of fish, count and mass unless said */
  rows?: (stock: Fish) => BalanceRow[]
  /** another balance than that of fish */
  Balance?: ComponentType<FieldsProps>
  /** a row that cannot be edited opens all the same, its fields disabled; the other kinds only say why */
  opensLocked?: boolean
  /** the note is the operation itself */
  withoutNote?: boolean
  notePlaceholder?: string
  /** what the contract alone does not ask: field → text */
  check?: (values: Values) => Record<string, string>
  /** what is sent in place of typed values */
  payload?: (values: Values, settings: Pick<Settings, 'weightAllowed'>) => Record<string, unknown>
  /** after a row was stored */
  saved?: (row: OperationRow) => void
  /** what `brief` reads of a row beyond the typed values, before the server has made one */
  unsavedRow?: (values: Values) => Record<string, unknown>
  /** what was recorded, beside the title of the kind, in a history: «12 шт, 22,8 кг» */
  historyText: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** what the toast tells of a stored row: «отход 12 шт» */
  toastText: (row: OperationRow, t: TFunction, unit: WeightUnit) => string
  /** where else one goes from a row of the journal; the i18n key of the title */
  links?: readonly {
    icon: IconName
    title: string
    to: (row: OperationRow) => string
    ability?: Ability
    /** used as much as editing */
    often?: boolean
  }[]
  deleteFailed?: string
  /** its own words for what is said of every kind; i18n keys */
  words?: {
    created?: string
    changed?: string
    removed?: string
    /** of the button that deletes a row */
    remove?: string
    /** asked before it is deleted, with the row's moment as `time` */
    sure?: string
  }
  /** what the journal says when the period holds nothing */
  emptyText?: string
}

const texts = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : kgText(mgOf(value))
  return String(value)
}

/** The named fields of a row as texts; '' where the row or the value is missing. */
export const textsOf = (row: Record<string, unknown> | undefined, ...keys: string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, texts(row?.[key])]))

export const fishTexts = (values: Values): FishTexts => ({
  count: values.count ?? '',
  avg_weight: values.avg_weight ?? '',
  weight: values.weight ?? '',
})

export const stockOf = (of: { count: number; weight: number } | undefined): Fish => ({
  count: of?.count ?? 0,
  mass: mgOf(of?.weight ?? 0),
})

export const sumOf = (groups: Group[]): Fish => sumOfFish(groups.map(stockOf))

export const groupKey = (of: { generation_id: number | string; age_category_id: number | string }): string =>
  `${of.generation_id}:${of.age_category_id}`

/** The chosen group; with nothing chosen the cage's only group is meant, as on the server. */
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
