import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from './project-root'

const built = import.meta.url.includes('/dist/server/')

/**
 * Starts a thread that runs src/`path`.ts, an entry of the build by its name (vite.config.ts). From the sources it
 * takes what reads TypeScript.
 */
export const startThread = (path: `${string}-thread.server`, workerData: unknown): Worker =>
  built
    ? new Worker(join(projectRoot, 'dist', 'server', `${basename(path)}.js`), { workerData, execArgv: [] })
    : new Worker(join(projectRoot, 'src', `${path}.ts`), { workerData, execArgv: ['--import', 'tsx'] })
