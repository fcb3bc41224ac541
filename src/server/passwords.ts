import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults, which are OWASP's: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password)

const nobody = hash('nobody has this password')

/**
 * Takes as long for an account that does not exist (null) as for a wrong password, so that time does not tell who is
 * here.
 */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  const known = stored ?? (await nobody)
  const right = await verify(known, typed)
  return right && stored !== null
}
