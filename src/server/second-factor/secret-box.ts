/**
 * Keeps secrets in the database that the database cannot read: AES-256-GCM by a key in DATA_DIR. What was sealed for one
 * place is not opened in another.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'second-factor.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export interface SecretBox {
  seal(bytes: Uint8Array, place: string): Promise<string>
  /** null when it was sealed by another key or for another place */
  open(sealed: string, place: string): Promise<Buffer | null>
}

/** Of several processes that begin at once the first one's key is everybody's: a link is made once. */
async function makeKey(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
  await chmod(draft, 0o600)
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

async function readKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, FILE)
  const read = () => readFile(path, 'utf8')
  const text = await read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makeKey(dataDir, path)
    return read()
  })
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${path} is no key`)
  return key
}

/** The key is read, or made, when it is first needed. */
export function openSecretBox(dataDir: string): SecretBox {
  let reading: Promise<Buffer> | null = null
  const key = () => {
    reading ??= readKey(dataDir)
    // asked again the next time
    reading.catch(() => void (reading = null))
    return reading
  }
  return {
    seal: async (bytes, place) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', await key(), iv).setAAD(Buffer.from(place))
      const sealed = [iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },
    open: async (sealed, place) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
