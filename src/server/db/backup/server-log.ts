/** What copies ask of the server: where its log stands, and to keep it until it is copied. */
import pg from 'pg'
import type { ServerFacts } from './base-copy'
import { type Position, readPosition } from './positions'

/** A slot is named by the base whose log it keeps. */
const PREFIX = 'sadok_'
const slotOf = (id: string): string => `${PREFIX}${id.toLowerCase().replace(/\W/g, '_')}`

interface LogEnd {
  until: Date
  position: Position
}

/**
 * Everything committed before `until` stands before `position`, which is on the server's disk. The empty message is a
 * transaction of its own, so that the log has one after `until`: a server that replays it for a moment stops there.
 */
async function readEnd(client: pg.Client): Promise<LogEnd> {
  const { rows: now } = await client.query<{ until: Date }>('select clock_timestamp() as until')
  await client.query("set synchronous_commit = on; select pg_logical_emit_message(true, 'sadok', '')")
  const { rows } = await client.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position')
  return { until: now[0]!.until, position: readPosition(rows[0]!.position) }
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version,
       pg_size_bytes(current_setting('wal_segment_size'))::text as bytes`,
  )
  return { version: rows[0]!.version, segmentBytes: Number(rows[0]!.bytes) }
}

/** Bases whose log the server still keeps; a slot that fell too far behind is dropped. */
async function keptSlots(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; lost: boolean }>(
    `select slot_name as name, coalesce(wal_status = 'lost', false) as lost from pg_replication_slots
     where starts_with(slot_name, $1) and not temporary`,
    [PREFIX],
  )
  for (const { name, lost } of rows) if (lost) await client.query('select pg_drop_replication_slot($1)', [name])
  return new Set(rows.filter(({ lost }) => !lost).map(({ name }) => name))
}

const databaseBytes = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_database_size(oid))::text as bytes from pg_database',
  )
  return Number(rows[0]!.bytes)
}

export type ServerLog = Awaited<ReturnType<typeof openServerLog>>

/** A connection for these questions. A temporary slot goes with it. */
export async function openServerLog(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'sadok backup' })
  client.on('error', () => undefined)
  await client.connect()
  const drop = (name: string) =>
    client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [name])
  return {
    end: () => readEnd(client),
    facts: () => readFacts(client),
    databaseBytes: () => databaseBytes(client),
    /** the server keeps its log from now on */
    keep: (id: string, temporary: boolean) =>
      client.query('select pg_create_physical_replication_slot($1, true, $2)', [slotOf(id), temporary]),
    /** whether its log is still there */
    keeps: async () => {
      const slots = await keptSlots(client)
      return ({ id }: { id: string }) => slots.has(slotOf(id))
    },
    /** what stands before that position may go */
    release: (id: string, position: string) =>
      client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slotOf(id), position]),
    drop: (id: string) => drop(slotOf(id)),
    /** what bases kept that were never finished */
    dropAllBut: async (ids: readonly string[]) => {
      const wanted = new Set(ids.map(slotOf))
      for (const name of await keptSlots(client)) if (!wanted.has(name)) await drop(name)
    },
    close: () => client.end(),
  }
}
