// Reports known vulnerabilities of production packages. When the registry cannot be reached it says so, and nothing
// fails.
import { execFile } from 'node:child_process'
import { command, plainError, root } from './lib.mjs'

const SERIOUS = ['high', 'critical']
const PATIENCE_MS = 60_000

/** npm's output, whatever its exit code; null when the registry did not answer. */
function ask() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  return new Promise((resolve) => {
    execFile(
      'npm',
      args,
      { cwd: root, timeout: PATIENCE_MS, maxBuffer: 1e8, shell: process.platform === 'win32' },
      (_, out) => {
        try {
          resolve(JSON.parse(out).vulnerabilities ?? null)
        } catch {
          resolve(null)
        }
      },
    )
  })
}

await command(async () => {
  const found = await ask()
  if (!found) return console.log('npm audit: skipped, the registry does not answer.')
  const serious = Object.values(found).filter(({ severity }) => SERIOUS.includes(severity))
  if (serious.length === 0) return console.log('npm audit: nothing high or critical among the packages that run.')
  const told = serious.map(({ name, severity, via }) => {
    const flaws = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`))
    return `${severity}: ${name}: ${flaws.join('; ')}`
  })
  throw plainError(`npm audit, docs/security.md#updates:\n${told.join('\n')}`)
})
