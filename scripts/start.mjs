// npm start: installs and builds what is missing, then runs the app in this process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { becomesFree, command, ensureBuild, ensureModules, plainError, root } from './lib.mjs'

await command(async () => {
  const port = Number(process.env.PORT || 3000)
  // Checked before anything is touched: a build would replace the files of a running Sadok.
  if (!(await becomesFree(process.env.HOST || '127.0.0.1', port))) {
    throw plainError(
      `Порт ${port} занят: Садок уже запущен или там другая программа. Остановите её или задайте другой PORT.\n` +
        `Port ${port} is taken: Sadok is already running, or another program is. Stop it, or set another PORT.`,
    )
  }
  await ensureModules()
  await ensureBuild()
  process.env.NODE_ENV ??= 'production'
  await import(pathToFileURL(join(root, 'dist', 'server', 'main.server.js')).href)
})
