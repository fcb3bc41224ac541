/**
 * Previews an operation's effect while a person types: the kind's rules make a document of the typed values, and the
 * ledger's fold applies it to the known groups. These are the server's functions, but the server's result is the one
 * that counts.
 */
import * as z from 'zod'
import { type Document, EMPTY } from '../../../shared/ledger/document'
import { previewEffect as foreseen, type KnownCage, type KnownGroup } from '../../../shared/ledger/preview-effect'
import { type AnyKindRules, brokenPieces, type DocumentSettings } from '../engine/kind-rules.contract'
import { linesIn, untilLastTyped } from './document-lines.web'
import { toMg } from '../../../shared/numbers'
import { knownGood } from './goods.web'
import type { GoodRow } from '../../goods/good.contract'
import {
  chosenGroup,
  groupKey,
  type CageBalance,
  type EffectPreview,
  type Group,
  type KindWeb,
  type OperationRow,
  type Values,
} from './form-model.web'

const readValue = (schema: unknown, value: unknown) => (schema as z.ZodType).safeParse(value ?? '').data

/** The list schema of a field, also of an optional one. */
function listIn(schema: unknown): z.ZodArray | null {
  if (schema instanceof z.ZodArray) return schema
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? listIn(schema.unwrap()) : null
}

/** Something is typed as a table of lines. */
export const hasLists = ({ fields }: AnyKindRules): boolean =>
  Object.values(fields).some((schema) => listIn(schema) !== null)

/** Parses the typed values as far as possible: an invalid field is null, an invalid line is left out. */
function readLoosely(rules: AnyKindRules, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rules.fields).map(([key, schema]) => {
      const list = listIn(schema)
      return list
        ? [key, linesIn(values, key).flatMap((line) => readValue(list.element, line) ?? [])]
        : [key, readValue(schema, values[key]) ?? null]
    }),
  )
}

/** The document of the typed values, as far as they determine it; without a choice the cage's only group is meant. */
export function draftOf(
  rules: AnyKindRules,
  values: Record<string, unknown>,
  groups: Group[],
  settings: DocumentSettings,
  before?: Document,
): Document {
  const input = readLoosely(rules, values)
  const document: Document = {
    ...EMPTY,
    id: 0,
    kind: rules.kind,
    at: '',
    moves_fish: false,
    user_id: null,
    ...rules.document(input as never, settings, before),
  }
  if (!('group_id' in rules.fields)) return document
  const { generation_id, age_category_id } = input as Pick<Document, 'generation_id' | 'age_category_id'>
  const named = generation_id && age_category_id ? { generation_id, age_category_id } : null
  const { generation_id: generation = null, age_category_id: category = null } = named ?? chosenGroup({}, groups) ?? {}
  return { ...document, generation_id: generation, age_category_id: category }
}

/** The groups of an answer in the form that the fold takes. */
export const knownGroups = (groups: Group[]): KnownGroup[] =>
  groups.map(({ generation_id, age_category_id, count, weight }) => ({
    generation_id,
    age_category_id,
    count,
    mass: toMg(weight),
  }))

const knownCage = ({ cage, groups }: CageBalance): KnownCage => ({
  groups: knownGroups(groups),
  volume: cage?.volume ?? 0,
  density_limit: cage?.density_limit ?? 0,
})

export function previewEffect(
  rules: AnyKindRules,
  values: Record<string, unknown>,
  [book, target]: readonly [CageBalance, CageBalance],
  settings: DocumentSettings,
  before?: Document,
): EffectPreview {
  const document = draftOf(rules, values, book.groups, settings, before)
  const books = document.to_cage_id === null ? [book] : [book, target]
  const { cages, places, moved } = foreseen(rules, document, books.map(knownCage))
  const changes = cages.map(({ groups, one, stock, change }, index) => {
    const { cage, groups: known } = books[index]!
    const [only] = one ? groups : []
    return { cage, group: only && known.find((group) => groupKey(group) === groupKey(only)), stock, change }
  })
  return { document, changes, places, moved, goods: rules.goods?.(document) ?? [] }
}

const NO_WEIGHTS: DocumentSettings = { 'retreat-weight-allowed': false }

/** Errors of fractions of goods counted in pieces; `former` is what the stored row would be sent as. */
export function brokenFaults(
  rules: AnyKindRules,
  values: Record<string, unknown>,
  former: Record<string, unknown> | undefined,
): Record<string, string> {
  if (!rules.goods) return {}
  const drafted = (sent: Record<string, unknown>) => draftOf(rules, sent, [], NO_WEIGHTS)
  const measureOf = (good: number) => knownGood(rules.goodType as GoodRow['type'] | undefined, String(good))?.measure
  const broken = brokenPieces(rules, drafted(values), measureOf, former && drafted(former))
  return Object.fromEntries(broken.map(({ field }) => [field, 'Укажите целое число штук']))
}

/** Company settings that the rules of a kind need. */
export const documentSettings = (weightAllowed: boolean): DocumentSettings => ({
  'retreat-weight-allowed': weightAllowed,
})

/** What is sent: typed values, with replacements by the kind; empty lines at the end are dropped. */
export const sentOf = (
  { payload }: Pick<KindWeb, 'payload'>,
  values: Values,
  weightAllowed: boolean,
): Record<string, unknown> => ({ ...untilLastTyped(values), ...payload?.(values, { weightAllowed }) })

/** What an edit keeps of the stored row without a field: a weight typed when that was allowed. */
export const formerOf = (row: OperationRow | undefined): Document | undefined =>
  row && ({ ...EMPTY, weight: row.weight_typed ? toMg(Number(row.weight)) : null } as Document)
