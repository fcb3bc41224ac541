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
      t.id as task, t.placed_on, t.id is not null and (
        t.placed_on is null or t.start <> t.placed_on or t."end" <> t.placed_on + interval '1 day - 1 minute') as held
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

/** Answers whether anything was written. */
export async function placeTasks(
  reader: DueReader,
  ids: readonly number[] | null,
  orders: FeedOrders,
): Promise<boolean> {
  const { tx, company } = reader
  const rules = await readRules(tx, company.id, ids)
  if (rules.length === 0) return false
  const due = await dueOf(reader, rules, orders)
  const today = dayOf(company.now)
  const placed = rules.flatMap((rule) => placedOf(rule, due.get(rule), today) ?? [])
  const rows = sql`jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p (rule int, task int, day date, anchor text)`
  const { written } = await tx.one<{ written: number }>(sql`
    with placed as (select * from ${rows}),
    moved as (
      update tasks t set start = p.day, "end" = p.day + interval '1 day - 1 minute', placed_on = p.day,
        title = r.title, note = r.note, executor_id = r.executor_id, cage_id = r.cage_id
      from placed p join task_rules r on r.company_id = ${company.id} and r.id = p.rule
      where t.company_id = ${company.id} and t.id = p.task and (t.placed_on, t.title, t.note, t.executor_id, t.cage_id)
        is distinct from (p.day, r.title, r.note, r.executor_id, r.cage_id)
      returning 1),
    made as (
      insert into tasks (company_id, title, note, start, "end", all_day, executor_id, cage_id, rule_id, placed_on)
      select ${company.id}, r.title, r.note, p.day, p.day + interval '1 day - 1 minute', true, r.executor_id, r.cage_id,
        r.id, p.day
      from placed p join task_rules r on r.company_id = ${company.id} and r.id = p.rule
      where p.task is null
      returning 1),
    noted as (
      update task_rules r set anchor = p.anchor from placed p
      where r.company_id = ${company.id} and r.id = p.rule and r.anchor is distinct from p.anchor
      returning 1)
    select ((select count(*) from moved) + (select count(*) from made) + (select count(*) from noted))::int as written`)
  return written > 0
}
