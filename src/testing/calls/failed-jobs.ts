import { installationCalls, jobCalls } from '../../features/jobs/jobs.contract'
import type { Farm } from '../farm/farm'
import type { Session } from '../session'
import type { World } from './fuzz'

/** A letter that failed for each of those who may try it again, and a job to look at. */
export async function makeJobs(farm: Farm, as: Session, places: World['places']): Promise<void> {
  for (const { path } of [jobCalls.retry, installationCalls.retry]) {
    const [failed] = await farm.sql<{ id: string }>(
      `insert into pgboss.job (name, data, state) values ('letter', jsonb_build_object('company', $1::int), 'failed')
       returning id`,
      [as.user.company.id],
    )
    places[path] = { run: failed!.id }
  }
  for (const { path } of [installationCalls.jobs, installationCalls.run]) places[path] = { job: 'cleaning' }
}
