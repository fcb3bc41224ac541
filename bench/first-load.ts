/** JavaScript that a browser fetches until a user who signs in sees the whole main page. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../src/server/base/project-root'
import type { Figure } from './figures'

const web = join(projectRoot, 'dist', 'web')
/** Beside what index.html names. */
const ROUTES = /^login\.web-.*\.js$/

/** Names of the chunks that a chunk imports before it runs. */
const importsOf = (text: string) =>
  [...text.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => name!)

const gzipped = (path: string) => {
  const bytes = readFileSync(join(web, path))
  return { size: gzipSync(bytes).length, imports: importsOf(bytes.toString()).map((name) => `assets/${name}`) }
}

/** Of these files and of what they import. */
function sizeOf(asked: readonly string[]) {
  const found = new Map<string, number>()
  const queue = [...asked]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (found.has(path)) continue
    const { size, imports } = gzipped(path)
    found.set(path, size)
    queue.push(...imports)
  }
  const total = [...found.values()].reduce((sum, size) => sum + size, 0)
  return `${(total / 1000).toFixed(1)} kB in ${found.size} files`
}

export function firstLoad(): Figure {
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const files = [...html.matchAll(/<[^>]+?(?:src|href)="\/([^"]+\.js)"[^>]*>/g)].map(([tag, path]) => ({
    path: path!,
    // what a phone leaves out
    wide: tag.includes('media='),
  }))
  const login = readdirSync(join(web, 'assets'))
    .filter((name) => ROUTES.test(name))
    .map((name) => `assets/${name}`)
  const [wide, phone] = [files, files.filter((file) => !file.wide)].map((all) =>
    sizeOf([...all.map(({ path }) => path), ...login]),
  )
  return {
    what: 'first load of JavaScript: entry, login, main page',
    figure: `with map and table ${wide}; on a phone ${phone}, gzip`,
    gate: '<= 230 kB',
  }
}
