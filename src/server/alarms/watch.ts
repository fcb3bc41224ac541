/** Looks at one rule of one farm: finds its episodes anew, and stores what changed. */
import { sql } from 'kysely'
import type { Episode } from '../../shared/alarms/episodes'
import { instantOf, minutesOf } from '../../shared/alarms/moments'
import { type AlarmKind, ruleData, silenceOf, storedTerms } from '../../shared/alarms/rules'
import { reconcile, type Reconciled, type StoredAlarm } from './reconcile'
import { type AlarmReader, type AnyAlarmRule, findEpisodes, type FoundEpisode } from './rule'

interface RuleRow {
  kind: AlarmKind
  terms: unknown
  /** farm time */
  since: string
  checked_at: string | null
}

const DAY = 1440
/** What is recorded late is still seen, and what a machine that was off has missed. */
const BACK = 3 * DAY
const FIRST_BACK = 15 * DAY
const LONGEST = 40 * DAY
/** What goes on for longer is continued from where it stood. */
const OPEN_BACK = 10 * DAY

const iso = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI')`

const readStored = ({ tx, company }: AlarmReader, kind: AlarmKind, start: string) =>
  tx.rows<StoredAlarm>(sql`
    select id, key, lack, location_id as location, cage_id as cage, stock_id as stock, stock_ids as stocks,
      ${iso('started')} as started, ${iso('rang')} as rang, ${iso('recovering')} as recovering,
      ${iso('ended')} as ended, danger, worst, message, href
    from alarms
    where company_id = ${company.id} and kind = ${kind}
      and (ended is null or (ending = 'over' and ended >= ${start}::timestamp))
    order by id for update`)

/** The first minute that has to be looked at. */
function startOf({ kind, checked_at }: RuleRow, open: readonly StoredAlarm[], now: number, silence: number): number {
  if (ruleData(kind).now) return now
  const known = checked_at === null ? now - FIRST_BACK : Math.min(now - BACK, minutesOf(checked_at) - DAY)
  const begun = open.map(({ lack, started }) => {
    const at = minutesOf(started)
    // what said nothing has to be seen saying its last
    return lack ? at - silence - 1 : at < now - OPEN_BACK ? now : at
  })
  return Math.max(now - LONGEST, Math.min(known - silence, ...begun))
}

/** What began before the period goes on in it. */
const openOf = (stored: readonly StoredAlarm[], start: number) =>
  new Map(
    stored.flatMap(({ key, lack, started, rang, recovering, ended, worst, danger }): [string, Episode<null>][] => {
      const from = minutesOf(started)
      if (lack || ended !== null || from >= start) return []
      const optional = (instant: string | null) => (instant === null ? null : minutesOf(instant))
      const episode = { from, active: optional(rang), recovering: optional(recovering), until: null }
      return [[key, { ...episode, worst, danger, detail: null }]]
    }),
  )

const insertFound = (company: number, kind: AlarmKind, added: readonly FoundEpisode[]) => sql`
  insert into alarms (company_id, kind, key, lack, location_id, cage_id, stock_id, stock_ids, started, rang,
    recovering, ended, ending, danger, worst, message, href)
  select ${company}::int, ${kind}::text, a.key, a.lack, a.location, a.cage, a.stock, a.stocks, a."from", a.active,
    a.recovering, a.until, case when a.until is not null then 'over' end, a.danger, a.worst, a.message, a.href
  from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (key text, lack boolean, location int, cage int,
    stock int, stocks int[], "from" timestamp, active timestamp, recovering timestamp, until timestamp, danger boolean,
    worst float8, message jsonb, href text)`

const updateChanged = (company: number, changed: Reconciled['changed']) => sql`
  update alarms a set location_id = n.location, cage_id = n.cage, stock_id = n.stock, stock_ids = n.stocks,
    started = n.started, rang = n.rang, recovering = n.recovering, ended = n.ended, ending = n.ending,
    danger = n.danger, worst = n.worst, message = n.message, href = n.href
  from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n (id int, location int, cage int, stock int,
    stocks int[], started timestamp, rang timestamp, recovering timestamp, ended timestamp, ending text,
    danger boolean, worst float8, message jsonb, href text)
  where a.company_id = ${company} and a.id = n.id
    and (a.location_id, a.cage_id, a.stock_id, a.stock_ids, a.started, a.rang, a.recovering, a.ended, a.ending,
      a.danger, a.worst, a.message, a.href) is distinct from
      (n.location, n.cage, n.stock, n.stocks, n.started, n.rang, n.recovering, n.ended, n.ending, n.danger, n.worst,
      n.message, n.href)`

/** One look at a time; null when the rule has been switched off since. */
const lockRule = ({ tx, company }: AlarmReader, kind: AlarmKind) =>
  tx.maybe<RuleRow>(sql`
    select kind, terms, to_char(since, 'YYYY-MM-DD"T"HH24:MI') as since,
      to_char(checked_at, 'YYYY-MM-DD"T"HH24:MI') as checked_at
    from alarm_rules where company_id = ${company.id} and kind = ${kind} and "on" for update`)

/** Answers whether anything changed. */
export async function watchRule(rule: AnyAlarmRule, reader: AlarmReader): Promise<boolean> {
  const { tx, company } = reader
  const row = await lockRule(reader, rule.kind)
  if (!row) return false
  const now = company.now.slice(0, 16)
  const terms = storedTerms(rule.kind, row.terms)
  const silence = silenceOf(terms) ?? 0
  const end = minutesOf(now)
  const all = await readStored(reader, rule.kind, instantOf(end - LONGEST))
  const open = all.filter(({ ended }) => ended === null)
  const start = startOf(row, open, end, silence)
  const period = { start: instantOf(start), end: now }
  const stored = all.filter(({ ended }) => ended === null || ended >= period.start)
  const { episodes } = await findEpisodes(rule, reader, terms, period, { open: openOf(stored, start) })
  const { added, changed, dropped } = reconcile(stored, episodes, {
    since: row.since,
    now,
    gone: ruleData(rule.kind).now ? 'over' : 'data',
  })
  if (dropped.length > 0)
    await tx.run(sql`delete from alarms where company_id = ${company.id} and id = any(${dropped}::int[])`)
  const updated = changed.length > 0 ? await tx.run(updateChanged(company.id, changed)) : 0
  if (added.length > 0) await tx.run(insertFound(company.id, rule.kind, added))
  await tx.run(sql`
    update alarm_rules set checked_at = ${now}::timestamp, fault = null, fault_at = null
    where company_id = ${company.id} and kind = ${rule.kind}`)
  return added.length + updated + dropped.length > 0
}
