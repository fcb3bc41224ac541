/** Looks at all rules that farms have switched on, and tells people what is new. */
import { sql } from 'kysely'
import type { AnyAlarmRule } from '../../server/alarms/rule'
import { watchRule } from '../../server/alarms/watch'
import { eachCompany, readCompany } from '../../server/db/companies'
import { faultOf } from '../../server/jobs/faults'
import type { Job, RunTools } from '../../server/jobs/job'
import type { AlarmKind } from '../../shared/alarms/rules'
import { tellHooks } from './hooks/tell-hooks.server'
import { tellPeople } from './telling/telling.server'

export const LOOK_JOB = 'alarm-look'

type Tools = Pick<RunTools, 'database' | 'secrets'>

const rulesOn = ({ database }: Tools, company: number) =>
  database.transaction(company, (tx) =>
    tx.rows<{ kind: AlarmKind }>(
      sql`select kind from alarm_rules where company_id = ${company} and "on" order by kind`,
    ),
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
  for (const { kind } of await rulesOn(tools, company)) {
    const rule = rules.find((one) => one.kind === kind)
    if (!rule) continue
    const look = tools.database.transaction(
      company,
      async (tx) => watchRule(rule, { tx, company: await readCompany(tx, company) }),
      { slow: true },
    )
    await look.then(
      (changed) => (watched.changed ||= changed),
      async (error: unknown) => {
        watched.errors.push(error)
        await noteFault(tools, company, kind, error).catch((fault: unknown) => watched.errors.push(fault))
      },
    )
  }
  const told = await tools.database.transaction(company, async (tx) => {
    const people = await tellPeople(tx, company, tools.secrets)
    return (await tellHooks(tx, company)) || people
  })
  watched.changed ||= told
  return watched
}

/** A rule that has just been switched on does not wait for the clock. */
export const lookJob = (rules: readonly AnyAlarmRule[]): Job => ({
  name: LOOK_JOB,
  title: 'Тревоги по новому правилу',
  kept: false,
  run: async (tools, { company }) => {
    const { errors } = await watchCompany(tools, company, rules)
    // also the page of rules tells when it was looked at
    tools.publish(company, ['alarms'])
    if (errors.length > 0) throw errors[0]
  },
})

export const alarmJob = (rules: readonly AnyAlarmRule[]): Job => ({
  name: 'alarms',
  title: 'Тревоги по правилам',
  kept: false,
  every: '*/5 * * * *',
  run: async (tools) => {
    await eachCompany(tools, async (company) => {
      const { changed, errors } = await watchCompany(tools, company, rules)
      if (changed) tools.publish(company, ['alarms'])
      if (errors.length > 0) throw errors[0]
    })
  },
})
