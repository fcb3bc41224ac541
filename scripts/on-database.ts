import { startEmbeddedServer } from '../src/server/db/embedded-server'
import { readSettings } from '../src/server/settings-env'
import { plainly } from './plainly'

async function run(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const { databaseUrl, ownerUrl, dataDir } = readSettings(process.env)
  if (databaseUrl) return work(ownerUrl ?? databaseUrl)
  const embedded = await startEmbeddedServer({ dataDir, log: console.log })
  try {
    await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/**
 * Does the work of a command on the database of DATABASE_OWNER_URL or DATABASE_URL, or on the embedded one of DATA_DIR.
 */
export const onDatabase = (work: (databaseUrl: string) => Promise<void>): Promise<void> => plainly(() => run(work))
