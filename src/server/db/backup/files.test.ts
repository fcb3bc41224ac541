/** Files of copies: what is sealed and kept, which moment comes from which, and a swap that is cut off. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishSwap, swap } from '../embedded/swap'
import { type Copy, outdated } from './copies'
import { readPosition, segmentName, writePosition } from './positions'
import { checkKey, chooseCopy } from './restore'
import { DamagedFile } from './sealed'
import { readStored, store } from './stored-file'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sadok-copies-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KEY = randomBytes(32)
const FRAME = 256 * 1024

async function readBack(path: string, key: Buffer | null, sha256?: string): Promise<Buffer> {
  const parts: Buffer[] = []
  const collect = async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) parts.push(chunk)
  }
  await readStored(path, key, collect, sha256)
  return Buffer.concat(parts)
}

describe('a stored file', () => {
  it.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME])('of %i bytes is read as it was', async (size) => {
    const content = randomBytes(size)
    for (const key of [null, KEY]) {
      const path = join(folder, `file-${key === null}`)
      const { bytes, sha256 } = await store(path, Readable.from([content]), key)
      expect((await readFile(path)).length).toBe(bytes)
      expect((await readBack(path, key, sha256)).equals(content)).toBe(true)
    }
  })

  it('shows nothing of what it holds when it is sealed, and opens with its own key alone', async () => {
    const path = join(folder, 'sealed')
    const { sha256 } = await store(path, Readable.from([Buffer.from('карп '.repeat(1000))]), KEY)
    // not even that it is packed
    expect(readFileSync(path).includes(Buffer.from([0x1f, 0x8b, 8]))).toBe(false)
    await expect(readBack(path, randomBytes(32), sha256)).rejects.toThrow(DamagedFile)
  })

  it('is refused by name when a bit of it changed, its end is missing, or frames changed places', async () => {
    const path = join(folder, 'file')
    const { sha256 } = await store(path, Readable.from([randomBytes(3 * FRAME)]), KEY)
    const whole = readFileSync(path)
    const frame = FRAME + 20
    const frames = [24, 24 + frame, 24 + 2 * frame].map((from) => whole.subarray(from, from + frame))
    const changed = Buffer.from(whole)
    changed[1000]! ^= 1
    const wrong = [
      changed,
      whole.subarray(0, -1),
      whole.subarray(0, 24 + 2 * frame),
      Buffer.concat([whole.subarray(0, 24), frames[1]!, frames[0]!, whole.subarray(24 + 2 * frame)]),
      Buffer.concat([whole, Buffer.alloc(3)]),
    ]
    for (const bytes of wrong) {
      writeFileSync(path, bytes)
      // with and without the checksum of the manifest
      for (const sum of [undefined, sha256]) await expect(readBack(path, KEY, sum)).rejects.toThrow(path)
    }
  })

  it('is not there when its source breaks off', async () => {
    const source = Readable.from(
      (function* () {
        yield randomBytes(1000)
        throw new Error('no room')
      })(),
    )
    await expect(store(join(folder, 'file'), source, KEY)).rejects.toThrow('no room')
    expect(existsSync(join(folder, 'file'))).toBe(false)
  })
})

it('positions of the log are read and written as PostgreSQL does', () => {
  expect(readPosition('1/2A000028')).toBe(0x1_2a00_0028n)
  expect(writePosition(0x1_2a00_0028n)).toBe('1/2A000028')
  // 256 files of 16 MB have the same eight digits in the middle
  expect(segmentName(3, 0x12an, 1 << 24)).toBe('00000003000000010000002A')
})

/** A copy begun at noon of a day of November 2026, whose log goes on for so many hours. */
function copyOf(day: number, hours = 24, stop = '0/3000100'): Copy {
  const noon = Date.UTC(2026, 10, day, 12)
  const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
  const [started_at, finished_at] = [at(0), at(5)]
  const facts = {
    format: 1,
    start: '0/3000028',
    stop,
    timeline: 1,
    segment_bytes: 1 << 24,
    server_version: '18.4',
  } as const
  const manifest = { ...facts, started_at, finished_at, key_mark: null, base: { bytes: 1, sha256: '' } }
  return { id: started_at, folder: `/copies/${day}`, manifest, log: { until: at(hours * 60), position: '0/5000000' } }
}

describe('which copies are kept', () => {
  const settings = { folder: '', key: null, days: 3, weeks: 2 }
  it('are all of the last days and the newest one of each of the last weeks', () => {
    const copies = [1, 7, 8, 13, 14, 15, 16, 17, 18].map((day) => copyOf(day))
    const gone = outdated(copies, settings, new Date('2026-11-18T13:00:00Z')).map(({ folder }) => folder)
    // three days are 16, 17 and 18; Sunday 15 is the newest of the week before
    expect(gone).toEqual(['/copies/14', '/copies/13', '/copies/8', '/copies/7', '/copies/1'])
  })
  it('are never none', () => {
    expect(outdated([copyOf(1)], { ...settings, days: 0, weeks: 0 }, new Date('2027-06-01'))).toEqual([])
  })
})

describe('a moment', () => {
  const copies = [copyOf(20), copyOf(19, 24.2), copyOf(12)]
  const choose = (moment: string | null) =>
    chooseCopy(copies, moment === null ? null : new Date(moment), '/copies').folder
  it('comes from the newest base before it whose log reaches it', () => {
    expect(choose('2026-11-20T18:00:00Z')).toBe('/copies/20')
    expect(choose('2026-11-20T12:04:00Z')).toBe('/copies/19')
    expect(choose('2026-11-12T12:05:00Z')).toBe('/copies/12')
    expect(choose(null)).toBe('/copies/20')
  })
  it('that is not there is refused with those that are', () => {
    expect(() => choose('2026-11-12T12:04:00Z')).toThrow(/раньше 2026-11-12/)
    expect(() => choose('2026-11-21T12:01:00Z')).toThrow(/последний — 2026-11-21/)
    expect(() => choose('2026-11-15T12:00:00Z')).toThrow(/не делались: есть до 2026-11-13/)
    expect(() => chooseCopy([copyOf(20, 24, '0/6000000')], null, '/copies')).toThrow(/нет готовых копий/)
  })
})

describe('a copy without a seal', () => {
  it('is believed only where there is no key, or where somebody says that it is theirs', () => {
    expect(checkKey(copyOf(20), null, false)).toBeNull()
    expect(() => checkKey(copyOf(20), KEY, false)).toThrow(/не зашифрована, хотя задан BACKUP_KEY/)
    expect(checkKey(copyOf(20), KEY, true)).toBeNull()
  })
})

describe('a swap', () => {
  const file = (...parts: string[]) => join(folder, ...parts)
  const put = (text: string, ...parts: string[]) => {
    mkdirSync(file(...parts.slice(0, -1)), { recursive: true })
    writeFileSync(file(...parts), text)
  }
  const read = (...parts: string[]) => readFileSync(file(...parts), 'utf8')
  beforeEach(() => {
    put('old', 'postgres', 'PG_VERSION')
    put('password', 'postgres.password')
    put('two\nthree', 'second-factor.key')
    put('new', 'restore', 'data', 'postgres', 'PG_VERSION')
    put('of the copy', 'restore', 'data', 'postgres.password')
    put('one\ntwo', 'restore', 'data', 'second-factor.key')
  })
  const expectSwapped = () => {
    expect(read('postgres', 'PG_VERSION')).toBe('new')
    expect(read('postgres-before-now', 'PG_VERSION')).toBe('old')
    expect(read('postgres.password')).toBe('of the copy')
    expect(read('postgres.password-before-now')).toBe('password')
    // the present key goes on sealing, and what the other sealed opens
    expect(read('second-factor.key')).toBe('two\nthree\none')
    expect(existsSync(file('restore'))).toBe(false)
  }
  it('keeps the database before, and loses no key', () => {
    swap(folder, 'now')
    expectSwapped()
  })
  it('is finished by the next start wherever it was cut off, and begun by none', () => {
    finishSwap(folder)
    expect(read('postgres', 'PG_VERSION')).toBe('old')
    put('{"stamp":"now"}', 'restore', 'swap.json')
    // cut off between the two renamings: there is no database at all
    renameSync(file('postgres'), file('postgres-before-now'))
    finishSwap(folder)
    expectSwapped()
    finishSwap(folder)
    expect(read('postgres', 'PG_VERSION')).toBe('new')
  })
})
