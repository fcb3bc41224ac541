import { withClient } from '../db/migrate'

/**
 * What a process had taken when it was killed expires now, not after the time it was given: the next one need not wait.
 * Only for a database that one process has to itself.
 */
export const expireTaken = (ownerUrl: string) =>
  withClient(ownerUrl, (client) =>
    client.query(`update pgboss.job set started_on = now() - expire_in - interval '1 second' where state = 'active'`),
  )
