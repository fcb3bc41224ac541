/** npm run db:migrate: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, up to this version. */
import { migrate } from '../src/server/db/migrate'
import { onDatabase } from './on-database'

await onDatabase(async (databaseUrl) => {
  const count = await migrate(databaseUrl, console.log)
  console.log(count === 0 ? 'Nothing to do' : `${count} applied`)
})
