import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from './project-root'

const built = import.meta.url.includes('/dist/server/')

/** From the sources a thread first takes what reads TypeScript: it inherits nothing of the kind. */
const fromSource = (file: string) =>
  `import('tsx/esm/api').then(({ register }) => (register(), import('${pathToFileURL(file)}')))`

/** Starts a thread that runs src/`path`.ts, an entry of the build by its name (vite.config.ts). */
export const startThread = (path: `${string}-thread.server`, workerData: unknown): Worker =>
  built
    ? new Worker(join(projectRoot, 'dist', 'server', `${basename(path)}.js`), { workerData, execArgv: [] })
    : new Worker(fromSource(join(projectRoot, 'src', `${path}.ts`)), { eval: true, workerData, execArgv: [] })
