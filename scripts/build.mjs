// npm run build: dist/web and dist/server, made only when the sources have changed.
import { command, ensureBuild, ensureModules } from './lib.mjs'

await command(async () => {
  await ensureModules()
  await ensureBuild()
})
