/** What was stored: asked of a log that triggers write, because reading all tables takes far longer. */
import type { Sql } from './farm/farm'

/**
 * Answers the public tables of which a row has changed, and stayed so, since it was last asked. What is rolled back
 * leaves no line in the log.
 * @param but tables whose changes do not count
 */
export async function watchRows(sql: Sql, but: readonly string[]): Promise<() => Promise<string[]>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)`,
    [but],
  )
  await sql('create table row_changes (name text)')
  // an update that leaves the row as it was changes nothing
  await sql(
    `create function note_row_change() returns trigger language plpgsql security definer set search_path = public
     as $$ begin
       if tg_op <> 'UPDATE' or old *<> new then insert into row_changes values (tg_table_name); end if;
       return null;
     end $$`,
  )
  for (const { name } of tables)
    await sql(
      `create trigger note_row_change after insert or update or delete on ${name}
         for each row execute function note_row_change()`,
    )
  return async () => {
    const changes = await sql<{ name: string }>('delete from row_changes returning name')
    return [...new Set(changes.map(({ name }) => name))]
  }
}
