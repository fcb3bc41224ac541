// Shared by the commands. It runs before node_modules exists, so it imports only Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** An expected failure: its message is shown without a stack. */
export function plainError(message) {
  return Object.assign(new Error(message), { plain: true })
}

/** Runs a command; whatever goes wrong ends it with exit code 1. */
export async function command(work) {
  try {
    const [major, minor] = process.versions.node.split('.').map(Number)
    if (major < 20 || (major === 20 && minor < 19)) {
      const { version } = process
      throw plainError(
        `Нужен Node 20.19 или новее, а это ${version}. / Node 20.19 or newer is needed, this is ${version}.`,
      )
    }
    watchParent()
    await work()
  } catch (error) {
    console.error(error.plain ? error.message : error)
    process.exit(1)
  }
}

/** Under npm this process ends with npm, even if that was killed and could not pass on a signal. */
function watchParent() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 100)
  timer.unref()
}

const children = new Set()
let interrupted = false

/** Ends all child processes, and this process after the last of them. */
export function stopChildren(signal) {
  interrupted = true
  children.forEach((child) => child.kill(signal))
}

/** Only while a child runs: the app, which start.mjs runs in this process, handles signals itself. */
function watchSignals() {
  const listen = children.size > 0 ? 'on' : 'off'
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stopChildren)[listen](signal, stopChildren)
}

/**
 * Runs a program to its end.
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} options quiet: output is collected, not shown
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const stdio = options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd: root, stdio, shell, env: { ...process.env, ...options.env } })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    children.add(child)
    watchSignals()
    const finish = (code, text) => {
      children.delete(child)
      watchSignals()
      if (interrupted && children.size === 0) process.exit(130)
      resolve({ code, output: text })
    }
    child.once('error', (error) => finish(1, error.message))
    child.once('close', (code) => finish(code ?? 1, output))
  })
}

/** Runs a tool of an installed package with the current Node. */
export function runTool(name, args, options) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0])
  return run(process.execPath, [join(folder, file), ...args], options)
}

/**
 * Installs packages when they are missing or differ from package-lock.json. Building, running and the commands of
 * whoever looks after a farm need `dependencies` alone; tests and checks need the others too, and who has them keeps
 * them.
 * @param {{ dev?: boolean }} options dev: those for development too
 */
export async function ensureModules(options = {}) {
  const modules = join(root, 'node_modules')
  const dev = options.dev ?? existsSync(join(modules, 'vitest'))
  const stamp = join(modules, '.sadok-stamp')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const all = hash([`${process.platform}-${process.arch}`, lock])
  const wanted = dev ? all : `${all} without development`
  if ([all, wanted].includes(read(stamp))) return
  if (!installedMatches(JSON.parse(lock), join(modules, '.package-lock.json'), dev)) {
    console.log('Установка пакетов… / Installing packages…')
    const args = ['ci', dev ? '--include=dev' : '--omit=dev', '--include=optional']
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : null
    const env = { NODE_ENV: undefined }
    const { code } = await (npm ? run(process.execPath, [npm, ...args], { env }) : run('npm', args, { env }))
    if (code !== 0) throw plainError('Пакеты не установились, см. выше. / The packages did not install, see above.')
  }
  writeFileSync(stamp, wanted)
}

/** After a manual `npm ci`, npm's own record of what it installed is used. */
function installedMatches(lock, noteFile, withDev) {
  const note = read(noteFile)
  if (note === null) return false
  const installed = JSON.parse(note).packages
  return Object.entries(lock.packages).every(([path, one]) => {
    const { version, link, dev, optional, devOptional, peer, os, cpu, libc } = one
    if (path === '' || link || (dev && !withDev)) return true
    const found = installed[path]
    if (found) return found.version === version
    // of a pair for two libraries of C only one is installed
    const forHere = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc
    return Boolean(optional || devOptional || peer) && !forHere
  })
}

/** Builds server and web app when the sources differ from those of the last build. */
export async function ensureBuild() {
  const stamp = join(root, 'dist', '.stamp')
  const wanted = sourcesHash()
  if (read(stamp) === wanted) return
  console.log('Сборка… / Building…')
  rmSync(stamp, { force: true })
  const options = { quiet: true, env: { NODE_ENV: 'production' } }
  const results = await Promise.all([
    runTool('vite', ['build', '--logLevel', 'warn'], options),
    runTool('vite', ['build', '--logLevel', 'warn', '--ssr'], options),
  ])
  for (const { output } of results) if (output.trim()) console.log(output.trim())
  if (results.some(({ code }) => code !== 0))
    throw plainError('Сборка не удалась, см. выше. / The build failed, see above.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function sourcesHash() {
  const files = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
  for (const folder of ['src', 'public', 'docs/help']) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        files.push(join(entry.parentPath ?? entry.path, entry.name))
    }
  }
  return hash(files.sort().flatMap((file) => [file, read(file.startsWith(root) ? file : join(root, file)) ?? '']))
}

/** Waits until nothing listens on the address: a Sadok just told to stop needs a moment. False when it stays in use. */
export async function becomesFree(host, port) {
  const deadline = Date.now() + 2000
  for (;;) {
    if (await isPortFree(host, port)) return true
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isPortFree(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

export function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
