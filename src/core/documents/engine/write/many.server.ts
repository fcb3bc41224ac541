/**
 * Documents of many kinds at once, for the import of a farm's past: tried in one pass that hears of every refusal,
 * entered with one refold and one posting of goods, taken back the same way.
 */
import { setImmediate } from 'node:timers/promises'
import { flatSlowly } from '../../../../server/base/breath'
import type { Tx } from '../../../../server/db/client'
import { isRefusal, refold, type Refold } from '../../../../server/db/ledger/fish-ledger'
import type { Progress, Trial } from '../../../../server/db/ledger/refold-options'
import { isStockRefusal, postStock } from '../../../../server/db/ledger/stock-ledger'
import { lockPairs, pairOf, type StockChange, type StockLine } from '../../../../server/db/ledger/stock-lines'
import type { Context } from '../../../../server/http/route'
import type { Limits } from '../../../../server/scope'
import { groupBy } from '../../../../shared/collections'
import type { Document } from '../../../../shared/ledger/document'
import type { EffectOf } from '../../../../shared/ledger/effects'
import { deleteDocuments, type DocumentKind, insertDocuments } from '../document.server'
import { fishRefusal, stockRefusal } from '../rules.server'
import { type Registry, stockLinesOf } from './posting.server'

export interface KindDocument {
  kind: DocumentKind
  document: Document
}

/** For whom they are written: a person who may see the whole farm. */
export interface ManyWriter {
  tx: Tx
  company: { id: number }
  user: Limits
}

const AT_ONCE = 1000

/** In parts, so that no statement is long and other requests run between them. */
async function inParts<T>(
  list: readonly T[],
  work: (part: T[]) => Promise<unknown>,
  size: number = AT_ONCE,
): Promise<void> {
  for (let from = 0; from < list.length; from += size) {
    await work(list.slice(from, from + size))
    await setImmediate()
  }
}

/** A document that needs fish and moves none is met by the fold as well, which refuses it where there are none. */
const needingFish =
  ({ effectOf, needsFish }: Registry): EffectOf =>
  (row, norms) =>
    effectOf(row, norms) ??
    (needsFish(row.kind) && row.cage_id !== null ? { type: 'grow', cage: row.cage_id, fed: 0, norm: null } : null)

/** Tries new documents on the fish ledger: nothing is stored or locked, and each refusal is told to the trial. */
export const tryFish = (
  tx: Tx,
  company: number,
  registry: Registry,
  documents: readonly Document[],
  trial: Trial,
  progress?: Progress,
): Promise<Refold> =>
  refold(
    tx,
    company,
    documents.map((after) => ({ before: null, after })),
    needingFish(registry),
    { trial, progress },
  )

/** A refusal becomes the text that names the first operation that would break. */
async function told({ tx, company, user }: ManyWriter, registry: Registry, error: unknown): Promise<never> {
  const context = { tx, company, user } as unknown as Context
  if (isRefusal(error)) throw await fishRefusal(context, error, registry.kindInSentence, () => null)
  if (isStockRefusal(error)) throw await stockRefusal(context, error, registry.kindInSentence, () => null, '')
  throw error
}

/** What enters, what counts, what leaves: in this order, no part of them lacks what another part brings. */
const STAGES: readonly ((line: StockLine) => boolean)[] = [
  ({ amount, counted }) => (counted ?? null) === null && amount > 0,
  ({ counted }) => (counted ?? null) !== null,
  ({ amount, counted }) => (counted ?? null) === null && amount <= 0,
]
const COUNTS = 1
const LINES_AT_ONCE = 400

/**
 * Posts lines in parts, pairs in the order of their locks. What is taken back goes the other way round. Counts are
 * posted together: between two of them a balance means nothing.
 */
async function postLines(tx: Tx, company: number, lines: readonly StockLine[], side: keyof StockChange) {
  const pairs = [...groupBy(lines, pairOf).values()].sort(([a], [b]) => a!.good - b!.good || a!.stock - b!.stock)
  const post = async (part: StockLine[]) => {
    if (part.length === 0) return
    await postStock(
      tx,
      company,
      part.map((line): StockChange => ({ before: null, after: null, [side]: line })),
    )
  }
  lockPairs(
    tx,
    company,
    pairs.map(([first]) => first!),
  )
  const stages = STAGES.map((belongs, stage) => ({ belongs, together: stage === COUNTS }))
  for (const { belongs, together } of side === 'after' ? stages : stages.toReversed()) {
    const own = await flatSlowly(pairs.flat(), (line) => (belongs(line) ? [line] : []))
    if (together) await post(own)
    else await inParts(own, post, LINES_AT_ONCE)
  }
}

const linesOf = (entries: readonly KindDocument[]) =>
  flatSlowly(entries, ({ kind, document }) => stockLinesOf(kind, document))

/** Stores new documents and posts them, all or none; the refold tells how the groups change. */
export async function enterMany(
  writer: ManyWriter,
  registry: Registry,
  entries: readonly KindDocument[],
  progress?: Progress,
): Promise<Refold> {
  const { tx, company } = writer
  const documents = entries.map(({ document }) => document)
  const store = () => inParts(documents, (part) => insertDocuments(tx, company.id, part, null))
  const changes = documents.map((after) => ({ before: null, after }))
  try {
    const folded = await refold(tx, company.id, changes, needingFish(registry), { store, report: true, progress })
    await postLines(tx, company.id, await linesOf(entries), 'after')
    return folded
  } catch (error) {
    return told(writer, registry, error)
  }
}

/** Takes stored documents back, all or none. */
export async function removeMany(
  writer: ManyWriter,
  registry: Registry,
  entries: readonly KindDocument[],
  progress?: Progress,
): Promise<void> {
  const { tx, company } = writer
  const changes = entries.map(({ document }) => ({ before: document, after: null }))
  try {
    await refold(tx, company.id, changes, registry.effectOf, { progress })
    await postLines(tx, company.id, await linesOf(entries), 'before')
  } catch (error) {
    await told(writer, registry, error)
  }
  const ids = entries.map(({ document }) => document.id)
  await inParts(ids, (part) => deleteDocuments(tx, company.id, part))
}
