/** Brings a moment back from the copies: beside the database that runs, checked there, and only then in its place. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../../base/plain-error'
import { endServer, startEmbeddedServer } from '../embedded-server'
import { lockFolder } from '../embedded/folder-lock'
import { sleep } from '../embedded/processes'
import { asideOf, KEPT_FILES, RESTORE, restoredIn, swap } from '../embedded/swap'
import { migrate } from '../migrate'
import { isUsable, openKept } from './base-copy'
import { BASE_FILE, type BackupSettings, type Copy, listCopies } from './copies'
import { unpackLog } from './log-copy'
import { DamagedFile, markOf } from './sealed'
import { readStored } from './stored-file'
import { unpack } from './tar'

export interface RestoreOptions {
  dataDir: string
  from: Pick<BackupSettings, 'folder' | 'key'>
  /** null for the last one that is copied */
  at: Date | null
  log: (line: string) => void
  /** take a copy without a seal although a key is given */
  unsealed?: boolean
  /** whether the books of the database are right */
  check: (databaseUrl: string) => Promise<boolean>
}

/** A day of a large farm takes minutes. */
const REPLAY_MS = 3_600_000

const show = (moment: string | Date) => new Date(moment).toLocaleString('sv-SE')
const finish = ({ manifest }: Copy) => Date.parse(manifest.finished_at)
const until = ({ log }: Copy) => Date.parse(log!.until)

/** The copy that reaches the moment by the shortest way. Throws a PlainError that says which moments there are. */
export function chooseCopy(copies: readonly Copy[], at: Date | null, folder: string): Copy {
  const usable = copies.filter(isUsable).sort((one, other) => finish(other) - finish(one))
  const last = [...usable].sort((one, other) => until(other) - until(one))[0]
  const first = usable.at(-1)
  if (!last || !first)
    throw new PlainError(`В папке ${folder} нет готовых копий.\nThere are no complete copies in ${folder}.`)
  const moment = at?.getTime()
  if (moment === undefined) return last
  if (moment < finish(first))
    throw new PlainError(
      `Такой давней копии нет: раньше ${show(first.manifest.finished_at)} вернуть нельзя.\n` +
        `No copy is as old as that: nothing before ${show(first.manifest.finished_at)} can be brought back.`,
    )
  if (moment > until(last))
    throw new PlainError(
      `Этот момент не скопирован: последний — ${show(last.log!.until)}. Без --at возвращается он.\n` +
        `That moment is not copied: the last one is ${show(last.log!.until)}. Without --at it is brought back.`,
    )
  const found = usable.find((copy) => finish(copy) <= moment && moment <= until(copy))
  if (found) return found
  const before = usable.find((copy) => until(copy) < moment)!
  throw new PlainError(
    `Копии в это время не делались: есть до ${show(before.log!.until)}.\n` +
      `No copies were made at that time: there are some until ${show(before.log!.until)}.`,
  )
}

/** Whoever writes into the folder could lay a copy of their own there: with a key nothing but its seal is believed. */
export function checkKey({ manifest }: Copy, key: Buffer | null, unsealed: boolean): Buffer | null {
  if (manifest.key_mark === null) {
    if (key === null || unsealed) return null
    throw new PlainError(
      'Копия не зашифрована, хотя задан BACKUP_KEY. Если она ваша, добавьте --unsealed.\n' +
        'The copy is not encrypted although BACKUP_KEY is set. If it is yours, add --unsealed.',
    )
  }
  if (key === null)
    throw new PlainError('Копия зашифрована, задайте BACKUP_KEY.\nThe copy is encrypted, set BACKUP_KEY.')
  if (markOf(key) !== manifest.key_mark)
    throw new PlainError('Ключ BACKUP_KEY не от этой копии.\nBACKUP_KEY is not the key of this copy.')
  return key
}

/** PostgreSQL takes no Z here. */
const zoned = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')

/** Unpacks a copy into a data folder, for a server that will replay its log up to the moment. */
async function lay(copy: Copy, key: Buffer | null, at: Date | null, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { mode: 0o700 })
  for (const [name, text] of Object.entries(await openKept(copy, key)))
    if (text !== null && (KEPT_FILES as readonly string[]).includes(name))
      await writeFile(join(dataDir, name), text, { mode: 0o600 })
  const base = (content: AsyncIterable<Buffer>) => unpack(content, folder)
  await readStored(join(copy.folder, BASE_FILE), key, base, copy.manifest.base.sha256)
  // it stands in the folder too, and is of the server that was copied
  for (const name of await readdir(folder)) if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name))
  await unpackLog(copy, key, join(folder, 'pg_wal'))
  await writeFile(join(folder, 'recovery.signal'), '')
  const target = at === null ? {} : { recovery_target_time: zoned(at), recovery_target_action: 'promote' }
  // the log lies in the server's own folder already; without hot_standby it answers only once it has replayed that
  const settings = { restore_command: 'exit 1', recovery_target_timeline: 'current', hot_standby: 'off', ...target }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(join(folder, 'postgresql.auto.conf'), lines.join(''), { flag: 'a' })
}

/** Starts the server on what was laid out, which replays the log, and looks at the books. */
async function replay(dataDir: string, { check, log }: RestoreOptions): Promise<void> {
  const settings = join(dataDir, 'postgres', 'postgresql.auto.conf')
  const server = await startEmbeddedServer({ dataDir, patience: REPLAY_MS })
  try {
    await migrate(server.url, log)
    log('Проверка книг / checking the books')
    if (!(await check(server.url)))
      throw new PlainError(
        'Книги этого момента не сходятся, база не заменена. Вернуть всё равно: добавьте --anyway.\n' +
          'The books of that moment are not right, the database was not replaced. Add --anyway to bring it back all the same.',
      )
  } finally {
    await server.stop()
  }
  const lines = (await readFile(settings, 'utf8')).split('\n')
  const kept = lines.filter((line) => !/^(restore_command|recovery_|hot_standby)/.test(line))
  await writeFile(settings, kept.join('\n'))
}

/** The data folder, as soon as the application that runs on it has ended. */
async function takeFolder({ dataDir, log }: RestoreOptions): Promise<() => void> {
  for (let told = false; ; told = true) {
    try {
      return await lockFolder(dataDir)
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
      if (!told)
        log('Готово. Остановите Садок, замена сделается сама.\nReady. Stop Sadok, the rest is done by itself then.')
      await sleep(1000)
    }
  }
}

/** When this runs as root, the account of the database has to pass. */
async function makeRoom(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(folder, { recursive: true })
  if (process.platform !== 'win32') await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** @returns where the database that was there before is now */
export async function restore(options: RestoreOptions): Promise<{ aside: string; copy: Copy }> {
  const { dataDir, from, at, log, unsealed = false } = options
  const damaged = (path: string) => log(`Файл копии повреждён / a file of a copy is damaged: ${path}`)
  const copy = chooseCopy(await listCopies(from.folder, damaged), at, from.folder)
  const key = checkKey(copy, from.key, unsealed)
  const room = join(dataDir, RESTORE)
  for (const folder of [dataDir, room]) await makeRoom(folder)
  const unlock = await lockFolder(room)
  try {
    const restored = restoredIn(dataDir)
    await endServer(restored)
    await rm(restored, { recursive: true, force: true })
    await makeRoom(restored)
    log(`Распаковка копии ${copy.id} / unpacking the copy`)
    await lay(copy, key, at, restored)
    log('Повтор журнала / replaying the log')
    await replay(restored, options)
    const free = await takeFolder(options)
    try {
      await endServer(dataDir)
      const stamp = new Date().toISOString().slice(0, 19).replace(/:/g, '-')
      swap(dataDir, stamp)
      return { aside: asideOf(dataDir, stamp), copy }
    } finally {
      free()
    }
  } catch (error) {
    if (error instanceof DamagedFile)
      throw new PlainError(`Файл копии повреждён: ${error.message}\nA file of the copy is damaged: ${error.message}`)
    throw error
  } finally {
    unlock()
  }
}
