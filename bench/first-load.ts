/** JavaScript that a browser fetches until a user who signs in sees the whole main page. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../src/server/base/project-root'
import type { Figure } from './figures'

const web = join(projectRoot, 'dist', 'web')
/** The main page and its table are chunks of their own beside the entry in index.html. */
const ROUTES = /^login\.web-.*\.js$/

/** Names of the chunks that a chunk imports before it runs. */
const importsOf = (text: string) =>
  [...text.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => name!)

export function firstLoad(): Figure {
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const asked = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path!)
  const routes = readdirSync(join(web, 'assets')).filter((name) => ROUTES.test(name))
  const found = new Map<string, number>()
  const queue = [...asked, ...routes.map((name) => `assets/${name}`)]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (found.has(path)) continue
    const bytes = readFileSync(join(web, path))
    found.set(path, gzipSync(bytes).length)
    queue.push(...importsOf(bytes.toString()).map((name) => `assets/${name}`))
  }
  const total = [...found.values()].reduce((sum, size) => sum + size, 0)
  return {
    what: `first load of JavaScript: entry, login, main page with its table (${found.size} files)`,
    figure: `${(total / 1000).toFixed(1)} kB gzip`,
    gate: '<= 230 kB',
  }
}
