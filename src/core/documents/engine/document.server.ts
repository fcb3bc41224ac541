/** The document of an operation: one row of `operations`, and what a kind says about it. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { db, type Tx } from '../../../server/db/client'
import { EMPTY_ROW, type LedgerRow } from '../../../server/db/ledger/entries'
import type { Effect } from '../../../server/db/ledger/fold'
import type { StockLine } from '../../../server/db/ledger/stock-ledger'
import type { Context } from '../../../server/http/route'
import type { AnyKind } from './operation.contract'
import type { JournalRow, Part, RowWith } from './journal-row.server'

type Sql = RawBuilder<unknown>

/** Weights in milligrams, volume and rate in millionths of the unit, price and payment in kopecks. */
export interface Document extends LedgerRow {
  moves_fish: boolean
  reason: string | null
  good_id: number | null
  stock_id: number | null
  volume: number | null
  rate: number | null
  appetite: number | null
  price: number | null
  payment: number | null
  counterparty_id: number | null
  employee_id: number | null
  workshop_weight: number | null
  batch_id: number | null
  note: string | null
  extra: Record<string, unknown> | null
  user_id: number | null
}

export const EMPTY: Omit<Document, 'id' | 'kind' | 'at' | 'moves_fish' | 'user_id'> = {
  ...EMPTY_ROW,
  reason: null,
  good_id: null,
  stock_id: null,
  volume: null,
  rate: null,
  appetite: null,
  price: null,
  payment: null,
  counterparty_id: null,
  employee_id: null,
  workshop_weight: null,
  batch_id: null,
  note: null,
  extra: null,
}

/** What one kind of operation is on the server. `document` reads the contract's parsed fields. */
export interface KindServer {
  contract: AnyKind
  /** it posts to the fish ledger */
  movesFish: boolean
  /** refused where there is no fish at that instant, though it moves none */
  needsFish?: boolean
  /** type of the good it draws from a warehouse */
  goodType?: string
  /** what is stored; kind, instant, group and note are added by the engine. `before` is what an edit changes. May throw field errors. */
  document(input: never, context: Context, before?: Document): Partial<Document> | Promise<Partial<Document>>
  effect(row: LedgerRow): Effect | null
  stock?(document: Document): StockLine | null
  /** the parts of a stored row that its documents have */
  reads: readonly Part[]
  /** the fields of the contract's row beside the common ones */
  row(row: JournalRow): Record<string, unknown>
  /** where the footer's sums come from: what was typed or what the ledger booked */
  footer: 'document' | 'entries'
  /** condition of the kind's own filters on `o` */
  filter?(input: Record<string, unknown>): Sql | null
  /** footer sums beyond the common ones: one row of numbers or nulls about the operations `o` that the condition leaves */
  totals?(company: number, where: Sql): RawBuilder<Record<string, number | null>>
  /** why a stored document can neither be changed nor deleted, beyond what holds for every kind; holds until the transaction ends */
  locked?(document: Document, context: Context): Promise<string | null>
  /** what a document that is put back as it was cannot keep of then: a batch that others have closed meanwhile */
  rejoin?(document: Document, context: Context): Promise<Partial<Document>>
  /** what else a write moves, once its document stands; joins the answer */
  settle?(
    change: { before: Document | null; after: Document | null },
    context: Context,
  ): Promise<Record<string, unknown>>
}

/** Types a kind's `document` by its contract and its `row` by the parts it reads. */
export const kindServer = <F extends z.ZodRawShape, P extends Part = never>(
  kind: Omit<KindServer, 'document' | 'contract' | 'reads' | 'row'> & {
    reads: readonly P[]
    row(row: RowWith<P>): Record<string, unknown>
    contract: AnyKind & { fields: F }
    document(
      input: z.output<z.ZodObject<F>>,
      context: Context,
      before?: Document,
    ): Partial<Document> | Promise<Partial<Document>>
  },
): KindServer => kind as unknown as KindServer

const CONTENT = sql.raw(['kind', 'at', 'moves_fish', 'user_id', ...Object.keys(EMPTY)].join(', '))

/** The stored documents, locked in the order of their ids until the transaction ends. */
export const lockDocuments = (tx: Tx, company: number, kind: string, ids: number[]) =>
  tx.rows<Document>(
    sql`select id, ${CONTENT} from operations where company_id = ${company} and id = any(${ids}::bigint[]) and kind = ${kind} order by id for update`,
  )
export const lockDocument = async (tx: Tx, company: number, kind: string, id: number) =>
  (await lockDocuments(tx, company, kind, [id]))[0]

/** Two thirds of a document are empty, and need neither be sent nor kept in the audit log. */
export const filled = (document: Document) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))

/** Stores new documents and gives them their ids. One statement of one text, however many there are. */
export async function insertDocuments(tx: Tx, company: number, documents: Document[]): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`insert into operations (company_id, ${CONTENT})
    select ${company}::int, ${CONTENT} from jsonb_populate_recordset(null::operations, ${JSON.stringify(documents.map(filled))}::jsonb)
    returning id`)
  documents.forEach((document, index) => (document.id = rows[index]!.id))
}

const values = (document: Document) => ({ ...document, extra: document.extra && JSON.stringify(document.extra) })

export const updateDocument = (tx: Tx, company: number, document: Document) =>
  tx.run(
    db.updateTable('operations').set(values(document)).where('company_id', '=', company).where('id', '=', document.id),
  )

/** Stores deleted documents again, with the ids and the times of creation that they had. */
export const putBackDocuments = (tx: Tx, company: number, documents: Document[]) =>
  tx.run(sql`insert into operations (company_id, id, created_at, ${CONTENT})
    select ${company}::int, id, coalesce((
      select l.at from audit_log l
      where l.company_id = ${company} and l.entity = o.kind and l.entity_id = o.id and l.action = 'create' order by l.id limit 1), now()), ${CONTENT}
    from jsonb_populate_recordset(null::operations, ${JSON.stringify(documents.map(filled))}::jsonb) o`)

export const deleteDocuments = (tx: Tx, company: number, ids: number[]) =>
  tx.run(sql`delete from operations where company_id = ${company} and id = any(${ids}::bigint[])`)
