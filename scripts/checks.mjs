// Checks without a database: `npm run check` runs only these, `npm test` runs them first.
import { runTool } from './lib.mjs'

/** What was found good before is not looked at again: of types whatever no change reaches, of format by its text. */
const CACHE = 'node_modules/.cache'
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', `${CACHE}/types.tsbuildinfo`]
const BY_TEXT = ['--cache', '--cache-strategy', 'content', '--cache-location', `${CACHE}/format`]

const checks = [
  ['types', 'typescript', ['--noEmit', '-p', '.', ...INCREMENTAL]],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', ...BY_TEXT, '.']],
  ['knip', 'knip', ['--no-progress']],
]

/** Runs all checks, two at a time, and shows the output of failing ones. */
export async function runChecks() {
  const results = []
  const queue = [...checks]
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) results.push(await runCheck(check))
  }
  await Promise.all([worker(), worker()])
  return { passed: results.filter(Boolean).length, failed: results.filter((ok) => !ok).length }
}

async function runCheck([name, tool, args]) {
  const started = Date.now()
  const { code, output } = await runTool(tool, args, { quiet: true })
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(output.trim())
  return code === 0
}
