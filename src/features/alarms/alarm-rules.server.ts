/** Rules of alarms: what is switched on, and what one would have done in a year. */
import { sql } from 'kysely'
import { type AlarmPlace, type AnyAlarmRule, findEpisodes } from '../../server/alarms/rule'
import { isWithin } from '../../server/alarms/seeing'
import { fieldErrors } from '../../server/errors'
import { originOf } from '../../server/http/origin'
import { type Context, route, type Route } from '../../server/http/route'
import { faultText } from '../../server/jobs/faults'
import { enqueue } from '../../server/jobs/job'
import {
  ALARM_KINDS,
  type AlarmKind,
  initialTerms,
  ruleData,
  storedTerms,
  termsSchema,
} from '../../shared/alarms/rules'
import type { ParsedOf } from '../../shared/contract'
import { addDays, dayOf } from '../../shared/dates'
import { alarmCalls, type RuleRow } from './alarms.contract'
import { LOOK_JOB } from './alarms-job.server'

type Stored = Omit<RuleRow, 'terms' | 'active'> & { terms: unknown; active: number }

async function readRules({ tx, company, speak }: Context): Promise<RuleRow[]> {
  const rows = await tx.rows<Stored>(sql`
    select r.kind, r."on", r.terms, r.letters, r.push, r.repeat_hours,
      array(
        select u.id from unnest(r.people) with ordinality as told (id, place)
        join users u on u.company_id = ${company.id} and u.id = told.id and u.archived_at is null
        order by told.place) as people,
      to_char(r.checked_at, 'YYYY-MM-DD"T"HH24:MI') as checked_at, r.fault, (
        select count(*)::int from alarms
        where company_id = ${company.id} and kind = r.kind and ended is null and rang is not null) as active
    from alarm_rules r where r.company_id = ${company.id}`)
  return ALARM_KINDS.map((kind): RuleRow => {
    const row = rows.find((one) => one.kind === kind)
    if (row) return { ...row, terms: storedTerms(kind, row.terms), fault: row.fault && speak(faultText(row.fault)) }
    const told = { letters: false, push: false, people: [], repeat_hours: null }
    const found = { checked_at: null, fault: null, active: 0 }
    return { kind, on: false, terms: initialTerms(kind), ...told, ...found }
  })
}

async function checkPeople(ids: readonly number[], { tx, company }: Context): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from users
    where company_id = ${company.id} and archived_at is null and id = any(${[...ids]}::int[])`)
  if (count < new Set(ids).size) throw fieldErrors({ people: 'Человек не найден' })
}

/** What the audit log keeps of a rule. */
const logged = ({ kind, on, letters, push, people, repeat_hours, terms }: RuleRow) => {
  return { kind, on, letters, push, people, repeat_hours, ...terms }
}

const save = route(alarmCalls.save, async (input, context) => {
  const { tx, company, audit, changed } = context
  const { kind, on, letters, push, people, repeat_hours } = input
  const terms = termsSchema(kind).parse(input.terms)
  if ((letters || push) && people.length === 0) throw fieldErrors({ people: 'Выберите, кому сообщать' })
  await checkPeople(people, context)
  const before = (await readRules(context)).find((one) => one.kind === kind)!
  const [now, stored] = [company.now, JSON.stringify(terms)]
  const anew = before.on !== on || JSON.stringify(before.terms) !== stored
  await tx.run(sql`
    insert into alarm_rules as r (company_id, kind, "on", terms, letters, push, people, repeat_hours, origin, since)
    values (${company.id}, ${kind}, ${on}, ${stored}::jsonb, ${letters}, ${push}, ${people}::int[], ${repeat_hours},
      ${originOf(context)}, ${now}::timestamp)
    on conflict (company_id, kind) do update set "on" = excluded."on", terms = excluded.terms,
      letters = excluded.letters, push = excluded.push, people = excluded.people,
      repeat_hours = excluded.repeat_hours, origin = excluded.origin,
      since = case when ${anew} then excluded.since else r.since end,
      checked_at = case when ${anew} then null else r.checked_at end,
      fault = case when ${anew} then null else r.fault end`)
  if (anew) await endAlarms(kind, context)
  if (anew && on) enqueue(tx, LOOK_JOB, {})
  const after = (await readRules(context)).find((one) => one.kind === kind)!
  const id = ruleData(kind).number
  audit({ action: 'update', entity: 'alarm_rule', id, before: logged(before), after: logged(after) })
  changed('alarms')
  return after
})

/** A changed rule begins anew. */
async function endAlarms(kind: AlarmKind, { tx, company }: Context): Promise<void> {
  const own = sql`company_id = ${company.id} and kind = ${kind} and ended is null`
  await tx.run(sql`delete from alarms where ${own} and rang is null`)
  await tx.run(
    sql`update alarms set ended = greatest(started, ${company.now}::timestamp), ending = 'rule' where ${own}`,
  )
}

const YEAR = 365
const SHOWN = 200

interface Names {
  location: Map<number, string>
  cage: Map<number, string>
  stock: Map<number, string>
}

async function readNames({ tx, company }: Context): Promise<Names> {
  const rows = await tx.rows<{ of: keyof Names; id: number; name: string }>(sql`
    select 'location' as "of", id, name from locations where company_id = ${company.id}
    union all select 'cage', id, number from cages where company_id = ${company.id}
    union all select 'stock', id, name from stocks where company_id = ${company.id}`)
  const named = (of: keyof Names) => new Map(rows.flatMap((row) => (row.of === of ? [[row.id, row.name]] : [])))
  return { location: named('location'), cage: named('cage'), stock: named('stock') }
}

const nameOf = (names: Map<number, string>, id: number | null) => (id === null ? null : (names.get(id) ?? null))

/** The very function that rings, over a year. */
async function lookBack(
  rules: readonly AnyAlarmRule[],
  { kind, terms }: ParsedOf<typeof alarmCalls.history>,
  context: Context,
) {
  const { tx, company, user, speak } = context
  const end = company.now.slice(0, 16)
  const period = { start: ruleData(kind).now ? end : `${addDays(dayOf(end), -YEAR)}T00:00`, end }
  const rule = rules.find((one) => one.kind === kind)!
  const opens = ({ location: location_id, stock: stock_id, stocks: stock_ids = null }: AlarmPlace) =>
    isWithin(user, { location_id, stock_id, stock_ids })
  const [{ episodes, rang, silent }, names] = await Promise.all([
    findEpisodes(rule, { tx, company }, termsSchema(kind).parse(terms), period, { opens, most: SHOWN }),
    readNames(context),
  ])
  const last = episodes
    .filter(({ active }) => active !== null)
    .sort((one, other) => (one.from < other.from ? 1 : -1))
    .slice(0, SHOWN)
  return {
    count: rang,
    silent,
    episodes: last.map(({ from, until, location, cage, stock, danger, message, href }) => ({
      ...{ started: from, ended: until, danger, href },
      location_name: nameOf(names.location, location),
      cage_number: nameOf(names.cage, cage),
      stock_name: nameOf(names.stock, stock),
      text: speak(message!),
    })),
  }
}

const people = route(alarmCalls.people, (_, { tx, company }) =>
  tx.rows<{ id: number; name: string }>(sql`
    select id, name from users where company_id = ${company.id} and archived_at is null order by name, id limit 1000`),
)

export const ruleRoutes = (rules: readonly AnyAlarmRule[]): Route[] => [
  route(alarmCalls.rules, (_, context) => readRules(context)),
  people,
  save,
  route(alarmCalls.history, (input, context) => lookBack(rules, input, context)),
]
