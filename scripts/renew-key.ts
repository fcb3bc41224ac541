/**
 * npm run renew-key: replaces the key of second factors in DATA_DIR, with the application stopped. Nobody has to set
 * theirs up anew; pending registrations and letters become invalid.
 */
import { openDatabase } from '../src/server/db/client'
import { renewKey } from '../src/server/second-factor/renew-key'
import { readSettings } from '../src/server/settings-env'
import { onDatabase } from './on-database'

await onDatabase(async (databaseUrl) => {
  const database = openDatabase(databaseUrl, 1)
  try {
    const { sealed, lost } = await renewKey(database, readSettings(process.env).dataDir)
    console.log(`Новый ключ: вторых факторов ${sealed} / a new key: ${sealed} second factors`)
    if (lost > 0) console.log(`Не открылись прежним ключом: ${lost} / not opened by the old key: ${lost}`)
  } finally {
    await database.close()
  }
})
