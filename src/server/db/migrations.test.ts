/**
 * Two versions run side by side while one takes the place of the other: what the one before reads and writes goes on
 * working when a migration has run. What would break it waits for the version after, CONTRIBUTING says how.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../base/project-root'

/** Those before were applied with the application stopped. */
const SINCE = '0040'
const FOLDER = join(projectRoot, 'migrations')

/** Why the version before would fail, of one statement about what was there already. */
const BREAKS: [RegExp, string][] = [
  [/^drop (?!policy|index)/, 'drops'],
  [/\brename\b/, 'renames'],
  [/^alter table .*\bdrop (?!policy|not null)/, 'drops'],
  [/\bset not null\b/, 'wants a value that nobody wrote before'],
  [
    /^alter table .*\badd (column )?(if not exists )?(?!constraint|check|unique|foreign|primary)\S+ (?!.*\bdefault\b).*\bnot null\b/,
    'wants a value that nobody wrote before',
  ],
  [/^alter table .*\b(set data )?type\b/, 'changes a type'],
  [/^alter table .*\badd (constraint|check|unique|foreign|primary)\b/, 'refuses what was taken before'],
  [/^create unique index\b/, 'refuses what was taken before'],
  [/^revoke (?!execute on function)/, 'takes a right away'],
]

/** What the version after does, once the version before is gone from every process: the comment says since when. */
const SECOND_STEP = /^-- Second step of \d{4}: /m

/** Statements in one line each, without comments and the bodies of functions. */
function statementsOf(text: string): string[] {
  const bare = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  return bare
    .split(';')
    .map((one) => one.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((one) => one !== '')
}

const tableOf = (statement: string) =>
  /^(?:alter table|create unique index.*? on|create table|revoke .*? on)(?: if (?:not )?exists)?(?: only)? ([\w.]+)/.exec(
    statement,
  )?.[1] ?? ''

/** A statement without foreign keys of columns that it adds itself: nobody has written these before. */
function withoutOwnReferences(statement: string): string {
  const added = [...statement.matchAll(/\badd column (\w+)/g)].map(([, column]) => column)
  return statement.replace(/,? ?add foreign key \(([^)]*)\) references \w+/g, (key, columns: string) =>
    columns.split(', ').some((column) => added.includes(column)) ? '' : key,
  )
}

/** A primary key in another index: of the same columns, as the comment above it says, it refuses what it refused. */
const SAME_KEY = /^alter table (\w+) drop constraint \1_pkey, add constraint \1_pkey primary key using index (\w+)$/

function withoutSameKeys(statements: readonly string[]): string[] {
  const indexes = statements.flatMap((one) => SAME_KEY.exec(one)?.[2] ?? [])
  const ofKey = (one: string) =>
    SAME_KEY.test(one) || indexes.some((name) => one.startsWith(`create unique index ${name} `))
  return statements.filter((one) => !ofKey(one))
}

/** Breaches of a migration: «alter table … : renames». */
function breachesOf(text: string): string[] {
  if (SECOND_STEP.test(text)) return []
  const statements = withoutSameKeys(statementsOf(text)).map(withoutOwnReferences)
  const made = new Set(statements.filter((one) => one.startsWith('create table')).map(tableOf))
  return statements
    .filter((one) => !made.has(tableOf(one)))
    .flatMap((one) => BREAKS.filter(([pattern]) => pattern.test(one)).map(([, why]) => `${one}: ${why}`))
}

const files = readdirSync(FOLDER).filter((name) => name >= SINCE)

test.each(files)('the version before works beside %s', (name) => {
  expect(breachesOf(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([])
})

describe('of a migration that is read', () => {
  test.each([
    'alter table goods add column note text',
    `alter table goods add column kept boolean not null default false`,
    `create table boxes (company_id int not null, id int); alter table boxes add constraint one unique (id);
     create unique index boxes_id on boxes (id)`,
    'create index on goods (name)',
    'alter table goods add column brand_id int, add foreign key (company_id, brand_id) references feed_brands',
    'create or replace function f() returns void language sql as $$ drop table x; delete from y $$; revoke execute on function f() from public',
    'drop policy p on guesses; drop index i',
    `create unique index goods_key on goods (company_id, id) include (name);
     alter table goods drop constraint goods_pkey, add constraint goods_pkey primary key using index goods_key`,
    '-- Second step of 0044: nothing reads it since the last release\nalter table goods drop column note',
  ])('%s is taken', (text) => expect(breachesOf(text)).toEqual([]))

  test.each([
    'drop table goods',
    'alter table goods drop column name',
    'alter table goods rename column name to title',
    'alter table goods add column code text not null',
    'alter table goods alter column name set not null',
    'alter table goods alter column name type varchar(5)',
    `alter table goods add constraint short check (length(name) < 5)`,
    'create unique index goods_name on goods (name)',
    'revoke update on goods from sadok_app',
    'drop function f()',
    'alter table goods add foreign key (company_id, brand_id) references feed_brands',
  ])('%s is refused', (text) => expect(breachesOf(text)).toHaveLength(1))
})
