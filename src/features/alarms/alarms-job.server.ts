/** Looks at all rules that farms have switched on, and tells people what is new. */
import { sql } from 'kysely'
import type { AnyAlarmRule } from '../../server/alarms/rule'
import { type RuleRow, watchRule } from '../../server/alarms/watch'
import { companyIds, lastCompany, readCompany } from '../../server/db/companies'
import { faultOf } from '../../server/jobs/faults'
import type { Job, RunTools } from '../../server/jobs/job'
import { ownKeys, publicKey } from '../../server/push/keys'
import type { AlarmKind } from '../../shared/alarms/rules'
import { tellPeople } from './telling/telling.server'

type Tools = Pick<RunTools, 'database' | 'secrets'>

const rulesOn = ({ database }: Tools, company: number) =>
  database.transaction(company, (tx) =>
    tx.rows<RuleRow>(sql`
      select kind, terms, to_char(since, 'YYYY-MM-DD"T"HH24:MI') as since,
        to_char(checked_at, 'YYYY-MM-DD"T"HH24:MI') as checked_at
      from alarm_rules where company_id = ${company} and "on" order by kind`),
  )

const noteFault = ({ database }: Tools, company: number, kind: AlarmKind, error: unknown) =>
  database.transaction(company, async (tx) => {
    const { now } = await readCompany(tx, company)
    await tx.run(sql`
      update alarm_rules set fault = ${faultOf(error)}, fault_at = ${now}::timestamp
      where company_id = ${company} and kind = ${kind}`)
  })

interface Watched {
  changed: boolean
  /** of rules that could not be looked at */
  errors: unknown[]
}

/** A rule that fails says so, and stops no other. */
export async function watchCompany(tools: Tools, company: number, rules: readonly AnyAlarmRule[]): Promise<Watched> {
  const watched: Watched = { changed: false, errors: [] }
  for (const row of await rulesOn(tools, company)) {
    const rule = rules.find(({ kind }) => kind === row.kind)
    if (!rule) continue
    const look = tools.database.transaction(
      company,
      async (tx) => watchRule(rule, row, { tx, company: await readCompany(tx, company) }),
      { slow: true },
    )
    await look.then(
      (changed) => (watched.changed ||= changed),
      async (error: unknown) => {
        watched.errors.push(error)
        await noteFault(tools, company, row.kind, error)
      },
    )
  }
  const told = await tools.database.transaction(company, (tx) => tellPeople(tx, company, tools.secrets))
  watched.changed ||= told
  return watched
}

/** Browsers can subscribe once the keys are there. */
async function hasKeys({ database, ownerUrl }: RunTools, company: number): Promise<true> {
  if ((await database.transaction(company, publicKey)) === null) await ownKeys(ownerUrl)
  return true
}

export const alarmJob = (rules: readonly AnyAlarmRule[]): Job => ({
  name: 'alarms',
  title: 'Тревоги по правилам',
  kept: false,
  every: '*/5 * * * *',
  run: async (tools) => {
    const last = await lastCompany(tools.database)
    const errors: unknown[] = []
    let keys = false
    for await (const company of companyIds(tools.database)) {
      keys ||= await hasKeys(tools, company)
      const watched = await watchCompany(tools, company, rules)
      if (watched.changed) tools.publish(company, ['alarms'])
      errors.push(...watched.errors)
      tools.progress(company, last)
    }
    if (errors.length > 0) throw errors[0]
  },
})
