/** npm run restore: brings a moment back from the copies of --from or BACKUP_DIR into DATA_DIR. */
import { resolve } from 'node:path'
import { PlainError } from '../src/server/base/plain-error'
import { restore } from '../src/server/db/backup/restore'
import { readSettings } from '../src/server/settings-env'
import { checkBooks } from './books'
import { plainly, readOptions } from './plainly'

const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

const USAGE = "npm run restore -- [--at '2026-11-20 14:05'] [--from folder] [--anyway] [--unsealed]: docs/backup.md"

/** Without a zone it is by the clock of this machine. */
function readMoment(text: string): Date {
  const moment = new Date(text.replace(' ', 'T'))
  if (MOMENT.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new PlainError(
    `--at: нужен момент вида '2026-11-20 14:05' / a moment like '2026-11-20 14:05' is needed: ${text}`,
  )
}

await plainly(async () => {
  const [text, yes] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { at: text, from: text, anyway: yes, unsealed: yes }
  const values = readOptions(options, USAGE)
  const { dataDir, backup } = readSettings({ ...process.env, ...(values.from && { BACKUP_DIR: resolve(values.from) }) })
  if (!backup)
    throw new PlainError(
      'Откуда возвращать? Задайте BACKUP_DIR или --from папка.\nBring back from where? Set BACKUP_DIR, or --from folder.',
    )
  const at = values.at === undefined ? null : readMoment(values.at)
  const begun = performance.now()
  const check = async (url: string) => (await checkBooks(url)) || values.anyway === true
  const { aside, copy } = await restore({
    dataDir,
    from: backup,
    at,
    log: console.log,
    check,
    unsealed: values.unsealed === true,
  })
  const seconds = Math.round((performance.now() - begun) / 1000)
  const moment = (at ?? new Date(copy.log!.until)).toLocaleString('sv-SE')
  console.log(`Возвращено: ${moment}, за ${seconds} с. Прежняя база: ${aside}. Запустите Садок.`)
  console.log(`Brought back: ${moment}, in ${seconds} s. The database before: ${aside}. Start Sadok.`)
})
