import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { freePort } from '../src/server/db/embedded/free-port'
import { addressOf, demoOf, startApp } from './app'

declare module 'vitest' {
  export interface ProvidedContext {
    /** address of the built app with the demo farm */
    baseUrl: string
    /** its data folder: the database's password and the letters lie there */
    dataDir: string
    /** where a test may listen for what the app tells programs outside */
    hookPort: number
    /** path of the browser */
    chromium: string
  }
}

/** One built app with the demo farm in a scratch folder, for all browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = execFileSync(process.execPath, ['scripts/chromium.mjs'], { encoding: 'utf8' }).trim()
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'sadok-e2e-'))
  // When the tests run as root, the database's own account has to pass.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const hookPort = await freePort()
  const app = startApp({ DATA_DIR: dataDir, HOOK_ORIGINS: `http://127.0.0.1:${hookPort}` })
  project.provide('hookPort', hookPort)
  app.stderr!.pipe(process.stderr)
  project.provide('chromium', chromium)
  const address = await addressOf(app)
  await demoOf(address)
  project.provide('baseUrl', address)
  project.provide('dataDir', dataDir)
  return async () => {
    app.kill('SIGTERM')
    await once(app, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
