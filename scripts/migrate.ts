/** npm run db:migrate: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, up to this version. */
import { startEmbeddedServer } from '../src/server/db/embedded-server'
import { migrate } from '../src/server/db/migrate'
import { readSettings } from '../src/server/settings-env'

const settings = readSettings(process.env)
const embedded = settings.databaseUrl
  ? null
  : await startEmbeddedServer({ dataDir: settings.dataDir, log: console.log })
try {
  const count = await migrate(settings.databaseUrl ?? embedded!.url, console.log)
  console.log(count === 0 ? 'Nothing to do' : `${count} applied`)
} finally {
  await embedded?.stop()
}
