/** The rules of a kind of document. They are pure functions, the same for server and browser. */
import type * as z from 'zod'
import type { Ability } from '../../../shared/abilities'
import type { CacheTag } from '../../../shared/cache-tags'
import type { WarningRule } from '../../../shared/ledger/warning-rules'
import type { Content, Document, GoodsLine, LedgerRow, LineRole, Sameness } from '../../../shared/ledger/document'
import { NO_NORMS, type NormsOf } from '../../../shared/ledger/effects'
import type { Effect } from '../../../shared/ledger/fold'
import type { CompanySettings } from '../../../shared/settings'
import type { GoodKind } from '../../goods/good.contract'
import { isBroken } from '../../goods/pieces.contract'

/** Company settings that influence what is stored. */
export type DocumentSettings = Pick<CompanySettings, 'retreat-weight-allowed'>

/**
 * The specification's code word, its Russian word, and where a movement is cancelled when not in the list of movements.
 */
export interface Movement {
  type: string
  title: string
  /** other words for lines with certain roles */
  byRole?: Partial<Record<LineRole, { type: string; title: string }>>
  elsewhere?: string
}

/**
 * The rules of a kind: server, form, preview and offline estimate call the same functions, which depend only on their
 * arguments.
 */
export interface KindRules<F extends z.ZodRawShape> {
  /** code word in the database and in refusals */
  kind: string
  /** «отход»: inside a refusal */
  inSentence: string
  fields: F
  /** fields whose names differ from their columns */
  fieldNames?: Partial<Record<keyof Content, string>>
  /** index of the typed line for a stored line, when they differ: a move stores two lines for each */
  lineOf?(place: number): number
  /** path of the request field for a column of a stored line, when lines are typed in several lists */
  lineField?(place: number, column: string, document: Document): string
  /** inverse of `document`, for kinds whose fields are not columns */
  typed?(document: Document): Record<string, unknown>
  /** its lines are read although it has no field `lines` */
  lined?: true
  /** the daily sum of a cage that its documents add to */
  daily?: 'fed_today' | 'lost_today'
  /** its typed count is how many fish there are, not how many move */
  setsCount?: true
  /** its documents are identified by their average in messages; by their count unless set */
  namedByAverage?: true
  /** refused when the cage has no fish at that instant */
  needsFish?: boolean
  /** type of the good it draws from a warehouse */
  goodType?: string
  /** takes expired lots in their turn; other kinds take them only when nothing else is left */
  expiredFirst?: true
  /** refused when there is less unexpired stock than it takes */
  freshOnly?: true
  /** how it is listed among movements of a good or an item */
  movement?: Movement
  /** kind of its goods, or for each role; consumables by default */
  goodKind?: GoodKind | Partial<Record<LineRole, GoodKind | 'any'>>
  /**
   * what is stored of the fields; the engine adds moment, group and note. `before` is the document that an edit changes
   */
  document(input: z.output<z.ZodObject<F>>, settings: DocumentSettings, before?: Document): Partial<Content>
  /** errors of fields beyond their schema: field → text */
  check?(input: z.output<z.ZodObject<F>>): Record<string, string>
  /** warnings about unusual values, shown before saving */
  warnings?: readonly WarningRule[]
  /** these are told by a preview alone: the form has words of its own for them */
  remarks?: readonly WarningRule[]
  /**
   * its effect on fish, computed from stored columns and the norms that they name; without it, or where it is null, a
   * document posts nothing to the fish ledger
   */
  effect?(row: LedgerRow, norms: NormsOf): Effect | null
  /** what it does to the goods */
  goods?(document: Document): GoodsLine[]
  /** who may read its documents; any signed-in user by default */
  reading?: Ability
  /** who may edit and delete them, whoever entered them; by default the abilities for journals decide */
  changing?: Ability
  /** when two documents of one day, from devices that could not know of each other, are the same event */
  same?: Sameness
  /** the cache tag of its writes and its journal, beside amounts of goods; fish by default */
  changes?: CacheTag
}

/** A kind with any fields. */
export type AnyKindRules = Omit<KindRules<z.ZodRawShape>, 'document' | 'check'> & {
  document(input: never, settings: DocumentSettings, before?: Document): Partial<Content>
  check?(input: never): Record<string, string>
}

/** Whether its documents are about cages; others are found by their warehouses. */
export const isOfCages = ({ fields }: AnyKindRules): boolean =>
  ['cage_id', 'from_id', 'to_id'].some((key) => key in fields)

/** The request field that a stored line came from. */
export const fieldOfLine = (rules: AnyKindRules, place: number, column: string, document: Document): string =>
  rules.lineField?.(place, column, document) ?? `lines.${rules.lineOf?.(place) ?? place}.${column}`

/** The amount of each good in a document, and the field it came from. */
function amountsOf(rules: AnyKindRules, document: Document) {
  const { good_id, volume, lines } = document
  const field = rules.fieldNames?.volume ?? 'volume'
  const own = good_id !== null && volume !== null ? [{ good: good_id, amount: volume, field }] : []
  const inLines = (lines ?? []).flatMap(({ good_id: good, amount }, index) =>
    good === null ? [] : [{ good, amount, field: fieldOfLine(rules, index, 'amount', document) }],
  )
  return [...own, ...inLines]
}

/** Goods counted in pieces of which a fraction is taken; what `before` has may stay. */
export function brokenPieces(
  rules: AnyKindRules,
  document: Document,
  measureOf: (good: number) => string | undefined,
  before?: Document | null,
) {
  const kept = new Set(before ? amountsOf(rules, before).map(({ good, amount }) => `${good}:${amount}`) : [])
  return amountsOf(rules, document).filter(
    ({ good, amount }) => isBroken(measureOf(good) ?? '', amount) && !kept.has(`${good}:${amount}`),
  )
}

/** Whether it has a time of day. Without one it is about a whole day and is placed at its beginning. */
export const hasTime = ({ fields }: AnyKindRules): boolean => 'time' in fields

/** Whether a document has an effect on fish, whatever its norms say. */
export const movesFish = ({ effect }: Pick<AnyKindRules, 'effect'>, document: LedgerRow): boolean =>
  (effect?.(document, NO_NORMS) ?? null) !== null

/** Whether it posts fish, goods or items, so that its effect can be previewed. */
export const postsAny = ({ effect, goods, movement }: AnyKindRules): boolean => Boolean(effect ?? goods ?? movement)

export const hasLines = ({ fields, lined }: AnyKindRules): boolean => lined === true || 'lines' in fields

/** The kind that a good of a line, or of the document itself, must have. */
export const kindOfGood = ({ goodKind = 'good' }: AnyKindRules, role: LineRole | null): GoodKind | 'any' =>
  typeof goodKind === 'string' ? goodKind : ((role && goodKind[role]) ?? 'good')

/** A kind without a journal and without the usual calls. */
export const kindWithoutJournal = <F extends z.ZodRawShape>(rules: KindRules<F>): KindRules<F> => rules
