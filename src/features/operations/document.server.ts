/** The document of an operation: one row of `operations`, and what a kind says about it. */
import { sql } from 'kysely'
import type * as z from 'zod'
import { db, type Tx } from '../../server/db/client'
import { EMPTY_ROW, type LedgerRow } from '../../server/db/ledger/entries'
import type { Effect } from '../../server/db/ledger/fold'
import type { StockLine } from '../../server/db/ledger/stock-ledger'
import type { Context } from '../../server/http/route'
import type { AnyKind } from './operation.contract'
import type { JournalRow } from './journal-row.server'

/** Weights in milligrams, volume and rate in millionths of the unit. */
export interface Document extends LedgerRow {
  moves_fish: boolean
  reason: string | null
  good_id: number | null
  stock_id: number | null
  volume: number | null
  rate: number | null
  appetite: number | null
  price: number | null
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
  /** what is stored; kind, instant, group and note are added by the engine. May throw field errors. */
  document(input: never, context: Context): Partial<Document> | Promise<Partial<Document>>
  effect(row: LedgerRow): Effect | null
  stock?(document: Document): StockLine | null
  /** the fields of the contract's row beside the common ones */
  row(row: JournalRow): Record<string, unknown>
  /** where the footer's sums come from: what was typed or what the ledger booked */
  footer: 'document' | 'entries'
  /** condition of the kind's own filters on `o` */
  filter?(input: Record<string, unknown>): ReturnType<typeof sql> | null
}

/** Types a kind's `document` by its contract. */
export const kindServer = <F extends z.ZodRawShape>(
  kind: Omit<KindServer, 'document' | 'contract'> & {
    contract: AnyKind & { fields: F }
    document(input: z.output<z.ZodObject<F>>, context: Context): Partial<Document> | Promise<Partial<Document>>
  },
): KindServer => kind as unknown as KindServer

const COLUMNS = sql.raw(['id', 'kind', 'at', 'moves_fish', 'user_id', ...Object.keys(EMPTY)].join(', '))

/** The stored document, locked until the transaction ends. */
export const lockDocument = (tx: Tx, company: number, kind: string, id: number) =>
  tx.maybe<Document>(
    sql`select ${COLUMNS} from operations where company_id = ${company} and id = ${id} and kind = ${kind} for update`,
  )

export const nextId = (tx: Tx) => tx.one<{ id: number }>(sql`select nextval('operations_id_seq') as id`)

const values = (document: Document) => ({ ...document, extra: document.extra && JSON.stringify(document.extra) })

export const insertDocument = (tx: Tx, company: number, document: Document) =>
  tx.run(db.insertInto('operations').values({ company_id: company, ...values(document) }))

export const updateDocument = (tx: Tx, company: number, document: Document) =>
  tx.run(
    db.updateTable('operations').set(values(document)).where('company_id', '=', company).where('id', '=', document.id),
  )

export const deleteDocument = (tx: Tx, company: number, id: number) =>
  tx.run(db.deleteFrom('operations').where('company_id', '=', company).where('id', '=', id))
