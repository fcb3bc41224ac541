/** The secrets that sign what programs outside are told: the database stores them, and cannot read them. */
import { newToken } from '../../../server/session'
import type { SecretBox } from '../../../server/second-factor/secret-box'
import { hookPlace } from '../../../server/hooks/place'

interface Sealed {
  secret: string
  old_secret: string | null
}

/** For its owner, and for the database. */
export async function newSecret(box: SecretBox, company: number) {
  const secret = newToken(company).token.split('.')[1]!
  return { secret, sealed: await box.seal(Buffer.from(secret), hookPlace(company)) }
}

/** Those in force; one that the key no longer opens signs nothing. */
export async function openSecrets(box: SecretBox, company: number, { secret, old_secret }: Sealed): Promise<string[]> {
  const opened = await Promise.all(
    [secret, old_secret].map((sealed) => (sealed === null ? null : box.open(sealed, hookPlace(company)))),
  )
  return opened.flatMap((bytes) => (bytes ? [bytes.toString()] : []))
}
