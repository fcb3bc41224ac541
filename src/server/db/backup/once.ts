/** One copy, made now: a base with its log, that nothing goes on from. */
import { join } from 'node:path'
import type { BackupSource } from '../embedded/backup-source'
import { copyBase } from './base-copy'
import { type BackupSettings, clean, type Copy, idOf, listCopies, makeFolder, outdated, removeCopy } from './copies'
import { copyLog } from './log-copy'
import { openServerLog } from './server-log'

export async function copyOnce(source: BackupSource, settings: BackupSettings): Promise<Copy> {
  await makeFolder(settings.folder)
  await clean(settings.folder)
  const log = await openServerLog(source.url)
  try {
    const begun = new Date()
    const facts = await log.facts()
    await log.keep(idOf(begun), true)
    const copy = await copyBase(source, settings, begun, facts)
    await copyLog(copy, { folder: join(source.folder, 'pg_wal'), ...(await log.end()) }, settings.key)
    for (const old of outdated(await listCopies(settings.folder), settings, new Date()))
      await removeCopy(settings.folder, old)
    return copy
  } finally {
    await log.close()
  }
}
