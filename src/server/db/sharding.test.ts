/** What docs/deploy.md says of spreading companies over servers is read from the database itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../base/project-root'
import { type Farm, openFarm } from '../../testing/farm/farm'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const text = readFileSync(join(projectRoot, 'docs', 'deploy.md'), 'utf8')
const section = text.slice(text.indexOf('## Sharding by company'))

/** Tables without the company, and unique keys that do not hold it: a server of some companies could not keep them. */
const UNFIT = `
  with own as (
    select c.oid, c.relname as name, a.attnum as company
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)
  select name from own where company is null
  union
  select case when i.indisprimary then own.name else i.indexrelid::regclass::text end
  from own join pg_index i on i.indrelid = own.oid
  where i.indisunique and own.company is not null and not own.company = any (i.indkey::int2[])
  order by 1`

/** References between rows that could lie on different servers. */
const APART = `
  select conrelid::regclass || ': ' || conname as name from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace
    and pg_get_constraintdef(oid) !~ '^FOREIGN KEY \\(company_id[,)].* REFERENCES \\w+\\(company_id[,)]'`

it('all that does not lead with the company is named', async () => {
  const unfit = (await farm.sql<{ name: string }>(UNFIT)).map(({ name }) => name)
  const named = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(unfit.length).toBeGreaterThan(2)
  expect(unfit).toEqual(named.sort())
})

it('each reference stays within a company', async () => {
  expect(await farm.sql(APART)).toEqual([])
})
