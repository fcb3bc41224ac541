import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of package.json, searched upwards from here: the same from src/ (tsx, vitest) and from the build in
 * dist/server/.
 */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json was not found above the running code')
  return findRoot(parent)
}
