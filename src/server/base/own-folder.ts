import { chmod, mkdir, stat } from 'node:fs/promises'

const OF_OTHERS = 0o077

/**
 * Makes a folder that only this account can open. An existing folder of another account is left as it is, with a
 * warning.
 */
export async function keepToSelf(folder: string, log: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Windows has no such modes
  if (process.platform === 'win32' || ((await stat(folder)).mode & OF_OTHERS) === 0) return
  await chmod(folder, 0o700).catch(() =>
    log(
      `Внимание: папку ${folder} могут открыть другие, а в ней лежит ключ. / Warning: others may open ${folder}, where the key lies.`,
    ),
  )
}
