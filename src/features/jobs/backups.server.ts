/** What the page and the bell tell of copies. They are files, and what the process that makes them knows of itself. */
import { wallClock } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { at, say, word } from '../../shared/say'
import { sizeOf } from '../../server/db/backup/copies'
import type { Backup } from '../../server/db/backup/keeper'
import { type Context, route, type Route } from '../../server/http/route'
import { faultOf, faultText } from '../../server/jobs/faults'
import type { NoticeSource } from '../../server/notices/notices'
import { backupsCall, type BackupRow } from './backups.contract'

/** Rounded up to a tenth: what is there is never nothing. */
const megabytes = (bytes: number) => Math.ceil(bytes / 100_000) / 10

async function rowsOf(backup: Backup, time: (moment: string) => string): Promise<BackupRow[]> {
  const copies = await backup.copies()
  return Promise.all(
    copies.map(async (copy): Promise<BackupRow> => {
      const { manifest, log } = copy
      const base = manifest.base.bytes
      return {
        id: copy.id,
        from: time(manifest.finished_at),
        until: time(log!.until),
        base_size: megabytes(base),
        log_size: megabytes(Math.max(0, (await sizeOf(copy.folder)) - base)),
        encrypted: manifest.key_mark !== null,
      }
    }),
  )
}

const faultIn = ({ services: { backup } }: Context) => {
  const fault = backup?.fault()
  return fault ? { since: fault.since, text: faultText(faultOf(fault.error)) } : null
}

async function read(context: Context) {
  const { backup } = context.services
  const { time_zone } = context.company
  if (!backup) return { folder: null, days: 0, weeks: 0, fault: null, rows: [] }
  const { folder, days, weeks } = backup.settings
  const fault = faultIn(context)
  // a folder that is away is told as the fault that it is
  const rows = await rowsOf(backup, (moment) => wallClock(time_zone, new Date(moment))).catch((error: unknown) => {
    if (fault) return []
    throw error
  })
  const told = fault && { ...fault, since: wallClock(time_zone, fault.since) }
  return { folder, days, weeks, fault: told, rows }
}

export const backupRoutes: Route[] = [route(backupsCall, (_, context) => read(context))]

/** A fault that goes by itself, as a disk that is plugged in again, is nobody's news. */
const PATIENCE_MS = 10 * 60_000
const LATE_MS = 2 * 86_400_000

const isOver = (moment: Date, span: number) => Date.now() - moment.getTime() > span

/** Tells the operator that copies fail, or that the last whole one is two days old. */
export const lateBackups: NoticeSource = {
  kind: 'backup-late',
  ability: 'manage companies',
  read: async (context) => {
    const { backup } = context.services
    const time = (moment: Date) => wallClock(context.company.time_zone, moment)
    const href = hrefOf('backups')
    const fault = faultIn(context)
    if (fault && isOver(fault.since, PATIENCE_MS)) {
      const since = time(fault.since)
      const message = say('Копии базы не делаются с {{since}}. {{why}}', { since: at(since), why: word(fault.text) })
      return [{ key: `fault:${since}`, at: since, message, href }]
    }
    const base = backup?.latest()?.base
    if (!base || !isOver(base, LATE_MS)) return []
    const last = time(base)
    const message = say('Полной копии базы нет больше двух суток: последняя {{last}}', { last: at(last) })
    return [{ key: `late:${last}`, at: time(new Date(base.getTime() + LATE_MS)), message, href }]
  },
}
