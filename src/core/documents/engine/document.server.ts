/** The document of an operation (one row of `operations`), and what the server of a kind provides. */
import { type RawBuilder, sql } from 'kysely'
import { type Content, contentKeys, type Document, HEAD } from '../../../shared/ledger/document'
import type { Phrase, Speak } from '../../../shared/say'
import { db, type Tx } from '../../../server/db/client'
import type { Context } from '../../../server/http/route'
import { type AnyKindRules, hasLines } from './kind-rules.contract'
import { type AnyKind } from './operation.contract'
import type { CommonInput } from './rows.server'
import { requireSorts, rowSource, type RowSource } from './journal-row.server'
import type { JournalRow, Part, RowWith } from './row-parts.server'

type Sql = RawBuilder<unknown>

/** An operation before and after a change; null where there is none. */
export interface DocumentChange {
  before: Document | null
  after: Document | null
}

export interface Completion {
  /** resolves once all references are found to exist */
  checked: Promise<void>
  /** the documents are put back as they were */
  restored: boolean
}

/** What the server of a kind provides beside its rules. */
export interface DocumentKind {
  contract: AnyKindRules
  /**
   * columns that only the database can fill, such as the batch that a lift joins, of each document in `after`. Called
   * when documents are entered, changed (`before` is what it was) and restored
   */
  complete?(written: readonly DocumentChange[], context: Context, how: Completion): Promise<Partial<Content>[]>
  /** the kind's own fields of a stored row */
  row(row: JournalRow, speak: Speak): Record<string, unknown>
  /**
   * why a stored document can be neither changed nor deleted, beyond the rules for every kind; holds until the
   * transaction ends
   */
  locked?(document: Document, context: Context): Promise<Phrase | null>
  /**
   * further writes after the document is stored; the result becomes part of the answer. Such a kind is never written
   * together with other requests
   */
  afterPosting?(change: DocumentChange, context: Context): Promise<Record<string, unknown>>
}

type CompleteOne = (document: Document, context: Context, before: Document | null) => Promise<Partial<Content>>

/** Completes documents one after the other: the first may store what the next looks for. */
export const completeEach =
  (complete: CompleteOne): DocumentKind['complete'] =>
  async (written, context, { checked }) => {
    await checked
    const columns: Partial<Content>[] = []
    for (const { before, after } of written) columns.push(after ? await complete(after, context, before) : {})
    return columns
  }

/** 'YYYY-MM-DDTHH:mm', both included. */
export interface DerivedWithin {
  company: Context['company']
  start: string
  end: string
  cages: readonly number[] | null
}

/** Column → sum; null when no row has a value. */
export type Totals = Record<string, number | null>

/** A kind with a journal. */
export interface KindServer extends DocumentKind {
  contract: AnyKind
  /** the parts of a stored row that its documents have */
  reads: readonly Part[]
  /** of these parts */
  source: RowSource
  /** where the footer's sums come from: what was typed, or what the ledger booked: what left, or what changed */
  footer: 'document' | 'decreases' | 'changes'
  /**
   * rows that are shown among the stored ones though nobody entered them: SQL of some columns of `operations`, the
   * others being null, for a period and cages (null for all). Null where the input asks for none
   */
  derived?(input: Record<string, unknown>, within: DerivedWithin): { columns: Record<string, Sql>; from: Sql } | null
  /** SQL condition of the kind's own filters on `o` */
  filter?(input: Record<string, unknown>): Sql | null
  /** further footer sums, over the operations `o` that match the condition */
  totals?(
    where: Sql,
    context: Pick<Context, 'tx' | 'company'>,
    input: Record<string, unknown>,
  ): Totals | Promise<Totals>
  /** those of months, in roubles, add up to those of years; they follow from documents, their lines and nothing else */
  totalsAddUp?: true
  /** a further operation that its input asks to record with it */
  also?(input: CommonInput, stored: Document): { kind: KindServer; input: CommonInput } | null
  /** adds to a page's rows what is read for all of them together */
  finish?<R extends Record<string, unknown>>(rows: R[], context: Context): Promise<R[]>
  /** adds to those of a journal what its filters ask for */
  asFiltered?<R extends Record<string, unknown>>(
    rows: R[],
    context: Context,
    input: Record<string, unknown>,
  ): Promise<R[]>
}

/** Types a kind's `row` by the parts that it reads. */
export function kindServer<P extends Part = never>(
  kind: Omit<KindServer, 'reads' | 'source' | 'row'> & {
    reads: readonly P[]
    row(row: RowWith<P>, speak: Speak): Record<string, unknown>
  },
): KindServer {
  requireSorts(kind.contract.columns, kind.reads)
  return { ...kind, source: rowSource(kind.reads) } as unknown as KindServer
}

const COLUMNS = sql.raw([...HEAD, ...contentKeys].join(', '))

/** The lines of the operation `operations` as JSON, in their order. */
const LINES = sql`(
  select json_agg(json_build_object('role', l.role, 'good_id', l.good_id, 'item_id', l.item_id, 'stock_id', l.stock_id,
    'cage_id', l.cage_id, 'amount', l.amount, 'price', l.price, 'lot', l.lot, 'best_before', l.best_before)
      order by l.line)
  from operation_lines l where l.company_id = operations.company_id and l.operation_id = operations.id) as lines`

/** The stored documents, locked in the order of their ids until the transaction ends. */
export const lockDocuments = (tx: Tx, company: number, { contract }: DocumentKind, ids: number[]) =>
  tx.rows<Document>(sql`
    select id, ${COLUMNS}, ${hasLines(contract) ? LINES : sql`null as lines`} from operations
    where company_id = ${company} and id = any(${ids}::bigint[]) and kind = ${contract.kind} order by id for update`)

/** Drops empty columns: two thirds of a document are empty, and need not be sent or audited. */
export const filled = (document: Document) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))

const textOf = (documents: Document[]) => JSON.stringify(documents.map(filled))

const LINE_COLUMNS = sql.raw(
  'operation_id, line, role, good_id, item_id, stock_id, cage_id, amount, price, lot, best_before',
)

/** Stores the lines of documents that are stored already. */
export function insertLines(tx: Tx, company: number, documents: Document[]): void {
  const lines = documents.flatMap(({ id, lines }) =>
    (lines ?? []).map((line, index) => ({ operation_id: id, line: index, ...line })),
  )
  if (lines.length > 0)
    tx.later(sql`
      insert into operation_lines (company_id, ${LINE_COLUMNS})
      select ${company}::int, ${LINE_COLUMNS}
      from jsonb_populate_recordset(null::operation_lines, ${JSON.stringify(lines)}::jsonb)`)
}

/** Stores new documents and gives them ids. One statement with a constant text, however many there are. */
export async function insertDocuments(
  tx: Tx,
  company: number,
  documents: Document[],
  device: string | null,
): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`
    insert into operations (company_id, device, import_id, source_row, ${COLUMNS})
    select ${company}::int, ${device}::uuid, import_id, source_row, ${COLUMNS}
      from jsonb_populate_recordset(null::operations, ${textOf(documents)}::jsonb)
    returning id`)
  documents.forEach((document, index) => (document.id = rows[index]!.id))
  insertLines(tx, company, documents)
}

const values = ({ lines: _, ...document }: Document) => ({
  ...document,
  extra: document.extra && JSON.stringify(document.extra),
})

export async function updateDocument(tx: Tx, company: number, document: Document): Promise<void> {
  if (document.lines) {
    tx.later(sql`delete from operation_lines where company_id = ${company} and operation_id = ${document.id}`)
    insertLines(tx, company, [document])
  }
  await tx.run(
    db.updateTable('operations').set(values(document)).where('company_id', '=', company).where('id', '=', document.id),
  )
}

/** Stores deleted documents again, with their ids and times of creation. */
export async function putBackDocuments(tx: Tx, company: number, documents: Document[]): Promise<void> {
  await tx.run(sql`
    insert into operations (company_id, id, created_at, ${COLUMNS})
    select ${company}::int, id, coalesce((
      select l.at from audit_log l
      where l.company_id = ${company} and l.entity = o.kind and l.entity_id = o.id and l.action = 'create'
      order by l.id limit 1), now()), ${COLUMNS}
    from jsonb_populate_recordset(null::operations, ${textOf(documents)}::jsonb) o`)
  insertLines(tx, company, documents)
}

/** Their lines go with them. */
export const deleteDocuments = (tx: Tx, company: number, ids: number[]) =>
  tx.run(sql`delete from operations where company_id = ${company} and id = any(${ids}::bigint[])`)
