// npm run check: types, lint, format, knip and the import rules, without the tests.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { command, ensureModules, root, runTool } from './lib.mjs'

await command(async () => {
  await ensureModules({ dev: true })
  const { failed } = await runChecks()
  const rules = 'src/rooms.test.ts'
  const rooms = existsSync(join(root, rules))
    ? await runTool('vitest', ['run', '--project', 'unit', rules])
    : { code: 0 }
  process.exitCode = failed === 0 && rooms.code === 0 ? 0 : 1
})
