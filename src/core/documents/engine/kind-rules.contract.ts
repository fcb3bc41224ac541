/** What a kind of document is, whoever asks: its facts are pure, and the same on both sides. */
import type * as z from 'zod'
import type { Ability } from '../../../shared/abilities'
import type { CacheTag } from '../../../shared/cache-tags'
import type { WarningRule } from '../../../shared/ledger/warning-rules'
import type { Content, Document, GoodsLine, LedgerRow, LineRole, Sameness } from '../../../shared/ledger/document'
import type { Effect } from '../../../shared/ledger/fold'
import type { CompanySettings } from '../../../shared/settings'
import type { GoodKind } from '../../goods/good.contract'
import { isBroken } from '../../goods/pieces.contract'

/** The settings of a company that say what is stored. */
export type DocumentSettings = Pick<CompanySettings, 'retreat-weight-allowed'>

/**
 * A code word of the specification, its Russian word, and where it is cancelled when not from the movements themselves.
 */
export interface Movement {
  type: string
  title: string
  /** where it is another word for a line of this role */
  byRole?: Partial<Record<LineRole, { type: string; title: string }>>
  elsewhere?: string
}

/**
 * What a kind of document is on both sides: server, form, preview and estimate ask the same functions, which know
 * nothing but their arguments.
 */
export interface KindRules<F extends z.ZodRawShape> {
  /** code word in the database and in refusals */
  kind: string
  /** «отход»: inside a refusal */
  inSentence: string
  fields: F
  /** fields that are not called as the column they fill */
  fieldNames?: Partial<Record<keyof Content, string>>
  /**
   * which typed line the stored one of a place comes from, where that is not the one of the same place: a move stores
   * two of each
   */
  lineOf?(place: number): number
  /** where the request has a column of a stored line, when its lines are typed in several lists */
  lineField?(place: number, column: string, document: Document): string
  /** what a stored document was typed as, where that does not stand under its own names */
  typed?(document: Document): Record<string, unknown>
  /** its lines are read though no field is called so */
  lined?: true
  /** the number of a cage's day that its documents add to */
  daily?: 'fed_today' | 'lost_today'
  /** its typed count is how many fish there are, not how many it moves */
  setsCount?: true
  /** its documents are told apart by their average; by their count unless said */
  namedByAverage?: true
  /** it is refused where there are no fish at that instant */
  needsFish?: boolean
  /** type of the good it draws from a warehouse */
  goodType?: string
  /** expired lots leave by it in their turn; by any other kind only when there is nothing else */
  expiredFirst?: true
  /** it is refused where what has not expired is less than it takes */
  freshOnly?: true
  /** how it stands among the movements of a good or an item */
  movement?: Movement
  /** what its goods are, or those of each role; consumables unless said */
  goodKind?: GoodKind | Partial<Record<LineRole, GoodKind | 'any'>>
  /**
   * what is stored of the fields; moment, group and note are added by the engine. `before` is the document that an edit
   * changes
   */
  document(input: z.output<z.ZodObject<F>>, settings: DocumentSettings, before?: Document): Partial<Content>
  /** what the fields are refused for beyond their schema: field → text */
  check?(input: z.output<z.ZodObject<F>>): Record<string, string>
  /** what is asked about before it is saved, when it is far from what is known */
  warnings?: readonly WarningRule[]
  /** what it does to the fish, of its stored columns alone; a kind without it posts nothing to the fish ledger */
  effect?(row: LedgerRow): Effect
  /** what it does to the goods */
  goods?(document: Document): GoodsLine[]
  /** who may read its documents; whoever is signed in unless said */
  reading?: Ability
  /** who may edit and delete them, whoever entered them; the rights of journals say it unless said */
  changing?: Ability
  /** in what two documents of one day are the same thing done twice, when their devices could not know of each other */
  same?: Sameness
  /** what its writes change beside amounts of goods, and its journal is made of; fish unless said */
  changes?: CacheTag
}

/** A kind whatever its fields are. */
export type AnyKindRules = Omit<KindRules<z.ZodRawShape>, 'document' | 'check'> & {
  document(input: never, settings: DocumentSettings, before?: Document): Partial<Content>
  check?(input: never): Record<string, string>
}

/** Its documents happen in a cage; those of the others are found by their warehouses. */
export const isOfCages = ({ fields }: AnyKindRules): boolean =>
  ['cage_id', 'from_id', 'to_id'].some((key) => key in fields)

/** Where the request has what a stored line came from. */
export const fieldOfLine = (rules: AnyKindRules, place: number, column: string, document: Document): string =>
  rules.lineField?.(place, column, document) ?? `lines.${rules.lineOf?.(place) ?? place}.${column}`

/** How much of which good a document says, and the field it came by. */
function amountsOf(rules: AnyKindRules, document: Document) {
  const { good_id, volume, lines } = document
  const field = rules.fieldNames?.volume ?? 'volume'
  const own = good_id !== null && volume !== null ? [{ good: good_id, amount: volume, field }] : []
  const inLines = (lines ?? []).flatMap(({ good_id: good, amount }, index) =>
    good === null ? [] : [{ good, amount, field: fieldOfLine(rules, index, 'amount', document) }],
  )
  return [...own, ...inLines]
}

/** Goods of pieces of which it takes a part; what is stored in `before` may be kept. */
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

/** It has a time of day; without one it is of its day as a whole, and stands at its beginning. */
export const hasTime = ({ fields }: AnyKindRules): boolean => 'time' in fields

/** It moves fish, goods or items: its effect can be previewed. */
export const postsAny = ({ effect, goods, movement }: AnyKindRules): boolean => Boolean(effect ?? goods ?? movement)

export const hasLines = ({ fields, lined }: AnyKindRules): boolean => lined === true || 'lines' in fields

/** What a good of a line, or of the document itself, has to be. */
export const kindOfGood = ({ goodKind = 'good' }: AnyKindRules, role: LineRole | null): GoodKind | 'any' =>
  typeof goodKind === 'string' ? goodKind : ((role && goodKind[role]) ?? 'good')

/** A kind without a journal and calls of the usual shape. */
export const kindWithoutJournal = <F extends z.ZodRawShape>(rules: KindRules<F>): KindRules<F> => rules
