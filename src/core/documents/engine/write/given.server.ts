/** An edit replaces the fields it is given; the others are those of the stored document, under the contract's names. */
import { dayOf, timeOf } from '../../../../shared/dates'
import type { DocumentKind } from '../document.server'
import type { Document, DocumentLine } from '../../../../shared/ledger/document'
import type { AnyKindRules } from '../kind-rules.contract'
import type { CommonInput } from '../rows.server'

/** The typed lines that the stored ones came from. */
const typedLines = ({ lineOf = (place) => place }: AnyKindRules, lines: DocumentLine[] | null) =>
  lines?.filter((_, place) => place === 0 || lineOf(place) !== lineOf(place - 1)) ?? null

/** Names of fields that differ from their columns. */
const fieldsOf = (contract: AnyKindRules, document: Document): Record<string, unknown> => ({
  ...document.extra,
  ...document,
  date: dayOf(document.at),
  time: timeOf(document.at),
  from_id: document.cage_id,
  to_id: 'from_id' in contract.fields ? document.to_cage_id : document.cage_id,
  generations: document.generation_ids,
  group_id: null,
  // of a sample's average the weight is derived
  weight: document.avg_weight === null ? document.weight : null,
  feed_type_id: document.good_id,
  show_with_counterparty: document.counterparty_id !== null,
  price_per_kilogram: document.price,
  text: document.note,
  lines: typedLines(contract, document.lines),
  ...contract.typed?.(document),
})

/**
 * A given field replaces another stored one: an average replaces the weight, a volume the rate, a group its generation.
 */
const SUPERSEDES: [given: string, former: string][] = [
  ['avg_weight', 'weight'],
  ['volume', 'rate'],
  ['generations', 'generation_id'],
  ['group_id', 'generation_id'],
  ['group_id', 'age_category_id'],
]

export function completed(
  { contract }: DocumentKind,
  document: Document,
  given: CommonInput & { id: number },
): CommonInput & { id: number } {
  const changes: Record<string, unknown> = { ...given }
  const former = fieldsOf(contract, document)
  const said = (key: string) => changes[key] !== null && changes[key] !== undefined
  for (const [key, other] of SUPERSEDES) if (said(key)) former[other] = null
  const own = Object.keys(contract.fields).map((key) => [key, key in changes ? changes[key] : former[key]])
  return { id: given.id, ...(Object.fromEntries(own) as CommonInput) }
}
