// Finds a Chromium for the browser tests, installs one when there is none. Run by itself, it prints the path.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run, runTool } from './lib.mjs'

const places = [
  // the same engine without a window: a third less of the processor
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The path of a Chromium that runs, or null when there is none and none can be installed. */
export async function findOrInstallChromium() {
  const found = findChromium()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  console.error('Installing Chromium for the browser tests')
  await runTool('playwright-core', ['install', 'chromium'], { quiet: true })
  if (!findChromium() && isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { quiet: true, env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      quiet: true,
      env,
    })
  }
  return findChromium()
}

function findChromium() {
  const given = process.env.CHROMIUM_PATH
  return [...(given ? [given] : []), ...places, ...fromPlaywright()].find(runs) ?? null
}

/** Ubuntu's chromium-browser may be a stub for a snap, and a downloaded one may lack libraries, so it is tried. */
function runs(file) {
  if (!existsSync(file)) return false
  // On Windows --version opens a window instead of answering.
  return process.platform === 'win32' || spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0
}

function fromPlaywright() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  ].filter((folder) => folder && existsSync(folder))
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ]
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
      .flatMap((name) => programs.map((program) => join(cache, name, program))),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = await findOrInstallChromium()
  if (path) console.log(path)
  else process.exitCode = 1
}
