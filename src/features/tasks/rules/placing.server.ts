/** Puts the tasks of rules on their days: one open task of each rule, and none that a person has moved or completed. */
import { sql } from 'kysely'
import { dayOf } from '../../../shared/dates'
import { COMPLETED } from '../../../shared/task-statuses'
import type { Tx } from '../../../server/db/client'
import { type DueReader, dueOf, type FeedOrders, type RuleTerms } from './due.server'

interface Rule extends RuleTerms {
  id: number
  /** its open task; `held`: it stands where a person has put it */
  task: number | null
  held: boolean
}

/** SQL: the task `t` stands where a person has put it. */
const HELD = sql`(t.placed_on is null or t.start <> t.placed_on
  or t."end" <> t.placed_on + interval '1 day - 1 minute')`

/** The rules with their open tasks, locked: of two that place at once one waits. */
async function readRules(tx: Tx, company: number, ids: readonly number[] | null): Promise<Rule[]> {
  tx.lock(
    'row',
    sql`
    select from task_rules where company_id = ${company} ${ids ? sql`and id = any(${[...ids]}::int[])` : sql``}
    order by id for update`,
  )
  return tx.rows<Rule>(sql`
    select r.id, r.kind, r.cage_id, r.good_id, r.weight, r.degree_days, r.since, r.days, r.starts_on, r.anchor,
      t.id as task, t.placed_on, t.id is not null and ${HELD} as held
    from task_rules r
    left join lateral (
      select id, placed_on, start, "end" from tasks
      where company_id = ${company} and rule_id = r.id and status_id <> ${COMPLETED} order by id desc limit 1) t on true
    where r.company_id = ${company} ${ids ? sql`and r.id = any(${[...ids]}::int[])` : sql``}
    order by r.id`)
}

interface Placed {
  rule: number
  task: number | null
  day: string
  anchor: string
}

/** What is to be written for a rule; null where all stands as it should. */
function placedOf(rule: Rule, due: { day: string; anchor: string } | undefined, today: string): Placed | null {
  if (!due || rule.held) return null
  const { id, task, placed_on, anchor } = rule
  if (task === null && due.anchor === anchor) return null
  // what is late stays late
  if (task !== null && placed_on! < today && due.anchor === anchor) return null
  return { rule: id, task, anchor: due.anchor, day: due.day < today ? today : due.day }
}

/** SQL: what the audit log keeps of a task `t` of this rule. */
const logged = (t: string, rule: string) => sql`jsonb_build_object(
  'title', ${sql.ref(`${t}.title`)}, 'note', ${sql.ref(`${t}.note`)}, 'all_day', true,
  'start', to_char(${sql.ref(`${t}.start`)}, ${ISO}), 'end', to_char(${sql.ref(`${t}.end`)}, ${ISO}),
  'executor_id', ${sql.ref(`${t}.executor_id`)}, 'cage_id', ${sql.ref(`${t}.cage_id`)},
  'rule_id', ${sql.ref(rule)})`
const ISO = 'YYYY-MM-DD"T"HH24:MI'

/** SQL: the tasks on their days, and a line of nobody in the audit log for each that was made or moved. */
const write = (company: number, placed: readonly Placed[], words: boolean) => sql<{ written: number }>`
  with placed as (
    select p.*, p.day::timestamp as start, p.day + interval '1 day - 1 minute' as "end", r.title, r.note, r.executor_id,
      r.cage_id
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p (rule int, task int, day date, anchor text)
    join task_rules r on r.company_id = ${company} and r.id = p.rule),
  former as (
    select o.id, ${logged('o', 'o.rule_id')} as before
    from placed p join tasks o on o.company_id = ${company} and o.id = p.task),
  moved as (
    update tasks t set start = p.start, "end" = p.end, placed_on = p.day
      ${words ? sql`, title = p.title, note = p.note, executor_id = p.executor_id, cage_id = p.cage_id` : sql``}
    from placed p
    where t.company_id = ${company} and t.id = p.task and (t.placed_on is distinct from p.day
      or ${words} and (t.title, t.note, t.executor_id, t.cage_id)
        is distinct from (p.title, p.note, p.executor_id, p.cage_id))
    returning t.id, ${logged('t', 't.rule_id')} as after),
  made as (
    insert into tasks (company_id, title, note, start, "end", all_day, executor_id, cage_id, rule_id, placed_on)
    select ${company}, title, note, start, "end", true, executor_id, cage_id, rule, day from placed where task is null
    returning id, ${logged('tasks', 'tasks.rule_id')} as after),
  noted as (
    update task_rules r set anchor = p.anchor from placed p
    where r.company_id = ${company} and r.id = p.rule and r.anchor is distinct from p.anchor
    returning 1),
  told as (
    insert into audit_log (company_id, action, entity, entity_id, before, after)
    select ${company}::int, 'create', 'task', id, null::jsonb, after from made
    union all
    select ${company}::int, 'update', 'task', m.id, f.before, m.after from moved m join former f on f.id = m.id)
  select ((select count(*) from moved) + (select count(*) from made) + (select count(*) from noted))::int as written`

/**
 * Answers whether anything was written. What a task says is the rule's only when the rule has been saved (`words`): the
 * note and the executor that a person gave it later stay.
 */
export async function placeTasks(
  reader: DueReader,
  ids: readonly number[] | null,
  orders: FeedOrders,
  words = false,
): Promise<boolean> {
  const { tx, company } = reader
  const rules = await readRules(tx, company.id, ids)
  if (rules.length === 0) return false
  const due = await dueOf(reader, rules, orders)
  const today = dayOf(company.now)
  const placed = rules.flatMap((rule) => placedOf(rule, due.get(rule), today) ?? [])
  const { written } = await tx.one(write(company.id, placed, words))
  return written > 0
}

/**
 * A task that is to be done again is the one of its rule: that which followed it goes, unless a person has moved it.
 * Answers whether there was one.
 */
export async function dropFollowing(tx: Tx, company: number, rule: number, task: number): Promise<boolean> {
  const { gone } = await tx.one<{ gone: number }>(sql`
    with gone as (
      delete from tasks t where t.company_id = ${company} and t.rule_id = ${rule} and t.id > ${task}
        and t.status_id <> ${COMPLETED} and not ${HELD}
      returning t.id, ${logged('t', 't.rule_id')} as before),
    told as (
      insert into audit_log (company_id, action, entity, entity_id, before)
      select ${company}, 'delete', 'task', id, before from gone)
    select count(*)::int as gone from gone`)
  return gone > 0
}
