/** What of the stages of the wizard there is already: one statement. */
import { type RawBuilder, sql } from 'kysely'
import { companySettings } from '../../shared/settings'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { type Stage, STAGE_NAMES, STAGES, wizardCall } from './wizard.contract'

/** So many are counted: to say that there are some. */
const MOST = 1000

/** Stage → the rows that it asks for, within what the user may see. */
function rowsOf({ company, user }: Context): Record<Stage, RawBuilder<unknown>> {
  const { modules, stocks } = scope(user)
  const from = (table: string, where = sql``) => sql`
    from ${sql.table(table)} where company_id = ${company.id} ${where}`
  const kept = sql`and archived_at is null`
  return {
    modules: from('locations', sql`${kept} ${modules('id')}`),
    cages: from('cages', modules('location_id')),
    species: from('species', kept),
    generations: from('generations', kept),
    stocks: from('stocks', sql`${kept} ${stocks('id')}`),
    feed: from('goods', sql`${kept} and kind = 'good' and type = 'feed'`),
    norms: from('norm_versions'),
    // whoever sets the farm up is one already: the stage is about the others
    people: from('users', sql`${kept} and id <> ${user.id}`),
    stocking: from(
      'operations',
      sql`and kind = 'stocking' and cage_id in (
      select id ${from('cages', modules('location_id'))})`,
    ),
  }
}

export const wizardRoutes: Route[] = [
  route(wizardCall, async (_, context) => {
    const { tx, company, speak } = context
    const rows = rowsOf(context)
    const counts = STAGE_NAMES.map(
      (name) => sql`(select count(*)::int from (select ${rows[name]} limit ${MOST}) one) as ${sql.ref(name)}`,
    )
    const found = await tx.one<Record<Stage, number> & { settings: unknown }>(sql`
      select settings, ${sql.join(counts)} from companies where company_id = ${company.id}`)
    return {
      data: STAGE_NAMES.map((key) => ({
        key,
        title: speak(STAGES[key].title),
        text: speak(STAGES[key].text),
        count: found[key],
      })),
      keys: Object.fromEntries(STAGE_NAMES.map((key) => [key, STAGES[key].route])),
      'wizard-completed': companySettings.parse(found.settings)['wizard-completed'],
    }
  }),
]
