/** The browser that measurements start. */
import { execFileSync } from 'node:child_process'
import { projectRoot } from '../src/server/base/project-root'

export const ARGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )

export const executablePath = (): string =>
  execFileSync(process.execPath, ['scripts/chromium.mjs'], { cwd: projectRoot, encoding: 'utf8' }).trim()

/** tsx names functions by a helper that does not exist in a page. */
export const NAMES_IN_PAGE = 'window.__name = (named) => named'
