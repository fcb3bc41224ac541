/**
 * Encrypts secrets in the database with a key it does not have: AES-256-GCM, the key is in DATA_DIR. A secret sealed
 * for one place cannot be opened in another. During a change of keys the file holds several, one a line: the first
 * seals, all of them open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'second-factor.key'
const KEY_BYTES = 32
const KEY = /^[\da-f]{64}$/i
const IV_BYTES = 12
const TAG_BYTES = 16

export interface SecretBox {
  seal(bytes: Uint8Array, place: string): Promise<string>
  /** null when it was sealed with another key or for another place */
  open(sealed: string, place: string): Promise<Buffer | null>
}

const pathIn = (dataDir: string) => join(dataDir, FILE)

/** Writes the file under a temporary name; the caller moves it into place. */
async function draftOf(path: string, keys: Buffer[]): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, keys.map((key) => key.toString('hex')).join('\n'), { mode: 0o600, flag: 'wx' })
  await chmod(draft, 0o600)
  return draft
}

/** Of several processes that start at once the first makes the key for all: a link is created only once. */
async function makeKey(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = await draftOf(path, [randomBytes(KEY_BYTES)])
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

async function readKeys(dataDir: string): Promise<Buffer[]> {
  const path = pathIn(dataDir)
  const read = () => readFile(path, 'utf8')
  const text = await read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makeKey(dataDir, path)
    return read()
  })
  const keys = text.trim().split('\n')
  if (keys.some((key) => !KEY.test(key))) throw new Error(`${path} is no key`)
  return keys.map((key) => Buffer.from(key, 'hex'))
}

async function writeKeys(dataDir: string, keys: Buffer[]): Promise<void> {
  const path = pathIn(dataDir)
  await rename(await draftOf(path, keys), path)
}

/** Puts a new key before the existing ones, unless an interrupted renewal has done so. */
export async function addKey(dataDir: string): Promise<void> {
  const keys = await readKeys(dataDir)
  if (keys.length === 1) await writeKeys(dataDir, [randomBytes(KEY_BYTES), ...keys])
}

/** Drops the other keys: what they sealed can no longer be opened. */
export const dropOldKeys = async (dataDir: string): Promise<void> =>
  writeKeys(dataDir, (await readKeys(dataDir)).slice(0, 1))

function openWith(key: Buffer, bytes: Buffer, place: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** Keys are read, or one is made, when first needed. */
export function openSecretBox(dataDir: string): SecretBox {
  let reading: Promise<Buffer[]> | null = null
  const keys = () => {
    reading ??= readKeys(dataDir)
    // read again the next time
    reading.catch(() => void (reading = null))
    return reading
  }
  return {
    seal: async (bytes, place) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', (await keys())[0]!, iv).setAAD(Buffer.from(place))
      const sealed = [iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    open: async (sealed, place) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      for (const key of await keys()) {
        const opened = openWith(key, bytes, place)
        if (opened) return opened
      }
      return null
    },
  }
}
