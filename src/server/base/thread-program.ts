import { basename, join } from 'node:path'
import { projectRoot } from './project-root'

const built = import.meta.url.includes('/dist/server/')

interface ThreadProgram {
  file: string
  execArgv: string[]
}

/**
 * What a thread runs: src/`path`.ts, by its name an entry of the build (vite.config.ts). From the sources a thread needs
 * what reads TypeScript.
 */
export const threadProgram = (path: `${string}-thread.server`): ThreadProgram =>
  built
    ? { file: join(projectRoot, 'dist', 'server', `${basename(path)}.js`), execArgv: [] }
    : { file: join(projectRoot, 'src', `${path}.ts`), execArgv: ['--import', 'tsx'] }
