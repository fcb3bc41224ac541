/** Composes the documents of rows, and checks that the fish they are about exist. */
import { provisionalId } from '../../../../server/db/ledger/entries'
import { lockCages } from '../../../../server/db/ledger/timeline'
import { cagesWithFish } from '../../../../server/db/ledger/groups'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import { checkInstant } from '../../../../server/period'
import { type Document, EMPTY } from '../../../../shared/ledger/document'
import type { DocumentKind, DocumentChange } from '../document.server'
import { movesFish } from '../kind-rules.contract'
import { requireFresh } from '../../lots/fresh.server'
import type { Registry } from './posting.server'
import { resolveGroups } from './references.server'
import { forRows, noFish, type Request, type Row } from '../rows.server'

/** Fills columns that only the database knows. */
export async function complete(
  kind: DocumentKind,
  written: DocumentChange[],
  context: Context,
  checked: Promise<void>,
  restored = false,
) {
  if (!kind.complete) return
  const columns = await kind.complete(written, context, { checked, restored })
  for (const [index, { after }] of written.entries())
    if (after)
      Object.assign(after, columns[index], { moves_fish: movesFish(kind.contract, { ...after, ...columns[index] }) })
}

/** Place of a whole-day document among operations with a time. */
const DAY_BEGINS = '00:00'

/** The documents of rows: new ones, or changes of the stored `before`. */
export async function compose(
  kind: DocumentKind,
  rows: Row[],
  context: Context,
  before?: Document,
): Promise<Document[]> {
  const { id: user_id, sent_by, recorded_by } = context.author
  const whose = before
    ? { user_id: before.user_id, sent_by: before.sent_by, recorded_by: before.recorded_by }
    : { user_id, sent_by, recorded_by }
  const documents = await forRows(rows, ({ input }, index): Document => {
    const at = `${input.date}T${input.time ?? DAY_BEGINS}`
    checkInstant(context.company, at)
    const faults = kind.contract.check?.(input as never) ?? {}
    if (Object.keys(faults).length > 0) throw fieldErrors(faults)
    const document = {
      ...EMPTY,
      note: input.note ?? null,
      ...kind.contract.document(input as never, context.company.settings, before),
      // last: no kind can set them
      id: before?.id ?? provisionalId(index),
      kind: kind.contract.kind,
      at,
      ...whose,
    }
    return { ...document, moves_fish: movesFish(kind.contract, document) }
  })
  if ('group_id' in kind.contract.fields) await resolveGroups(context, rows, documents)
  return documents
}

/** An edit that takes no more is not refused because the goods have expired since. */
const takesNoMore = ({ before, after }: DocumentChange) =>
  before !== null &&
  after !== null &&
  before.at === after.at &&
  before.good_id === after.good_id &&
  before.stock_id === after.stock_id &&
  after.volume! <= before.volume!

/** Refuses goods that must not have expired; the goods ledger has posted the documents already, and holds its locks. */
export async function requireFreshGoods(
  context: Context,
  kind: DocumentKind,
  registry: Registry,
  { rows }: Request,
  { written, stockPosted }: { written: DocumentChange[]; stockPosted: Promise<void> },
): Promise<void> {
  const { freshOnly, fieldNames } = kind.contract
  if (!freshOnly) return
  await stockPosted
  const takings = written.flatMap((change, index) => {
    const { after } = change
    if (!after || after.good_id === null || after.stock_id === null || takesNoMore(change)) return []
    const { good_id: good, stock_id: stock, at, id: operation, volume } = after
    return [{ good, stock, at, operation, amount: volume!, field: rows[index]!.nameOf(fieldNames?.volume ?? 'volume') }]
  })
  await requireFresh(context, registry.lots, takings)
}

const staysInPlace = ({ before, after }: DocumentChange) =>
  before !== null && after !== null && before.at === after.at && before.cage_id === after.cage_id

/** Refuses operations that need fish where there are none. */
export async function requireFish(
  { tx, company }: Context,
  kind: DocumentKind,
  request: Request,
  changes: DocumentChange[],
) {
  if (!kind.contract.needsFish) return
  // the fold asks it of those that move fish
  const asked = changes.flatMap((change) => (staysInPlace(change) ? [] : (change.after ?? [])))
  const places = asked.flatMap(({ cage_id, at, id, moves_fish }) =>
    cage_id === null || moves_fish ? [] : [{ cage: cage_id, at, id }],
  )
  if (places.length === 0) return
  const held = lockCages(tx, company.id, [...new Set(places.map(({ cage }) => cage))])
  const alive = await cagesWithFish(held, tx, company.id, places)
  const bare = asked.filter(({ cage_id, moves_fish }) => cage_id !== null && !moves_fish && !alive.has(cage_id))
  if (bare.length > 0)
    throw noFish(
      request,
      changes.map(({ after }) => after),
      bare,
      kind.contract.inSentence,
    )
}
