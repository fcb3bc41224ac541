/**
 * npm run check:ledger: replays every company in the database of DATABASE_URL, or in the embedded one of DATA_DIR, and
 * reports differences.
 */
import { checkBooks } from './books'
import { onDatabase } from './on-database'

await onDatabase(async (databaseUrl) => {
  if (!(await checkBooks(databaseUrl))) process.exitCode = 1
})
