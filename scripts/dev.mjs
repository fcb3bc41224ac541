// npm run dev: the web app on PORT, the API behind it on 3001, both reload when a file changes.
import { command, ensureModules, runTool, stopChildren } from './lib.mjs'

await command(async () => {
  await ensureModules({ dev: true })
  const port = process.env.PORT || '3000'
  const host = process.env.HOST || '127.0.0.1'
  await Promise.race([
    runTool('tsx', ['watch', '--clear-screen=false', 'src/main.server.ts'], {
      // links lead to the pages, which the API does not serve in development
      env: { PORT: '3001', HOST: '127.0.0.1', BASE_URL: process.env.BASE_URL || `http://localhost:${port}` },
    }),
    runTool('vite', ['--port', port, '--strictPort', '--host', host, '--clearScreen', 'false']),
  ])
  // When one of the two ends, the other is stopped: it is of no use alone.
  stopChildren('SIGTERM')
})
