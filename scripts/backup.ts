/** npm run backup: copies the embedded database of DATA_DIR, running or not, to the folder of --to or BACKUP_DIR. */
import { resolve } from 'node:path'
import { PlainError } from '../src/server/base/plain-error'
import { copyOnce } from '../src/server/db/backup/once'
import { sizeOf } from '../src/server/db/backup/copies'
import { findServer, startEmbeddedServer } from '../src/server/db/embedded-server'
import { readSettings } from '../src/server/settings-env'
import { plainly, readOptions } from './plainly'

await plainly(async () => {
  const values = readOptions({ to: { type: 'string' } }, 'npm run backup -- [--to folder]: docs/backup.md')
  const { dataDir, backup } = readSettings({ ...process.env, ...(values.to && { BACKUP_DIR: resolve(values.to) }) })
  if (!backup)
    throw new PlainError(
      'Куда копировать? Задайте BACKUP_DIR или --to папка.\nCopy where? Set BACKUP_DIR, or --to folder.',
    )
  const running = await findServer(dataDir)
  const own = running ? null : await startEmbeddedServer({ dataDir, log: console.log })
  try {
    const { folder } = await copyOnce(running ?? own!.backup, backup)
    const megabytes = Math.ceil((await sizeOf(folder)) / 1_000_000)
    console.log(`Копия готова / the copy is complete: ${folder}, ${megabytes} МБ`)
  } finally {
    await own?.stop()
  }
})
