import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc, type Plugin } from 'vite'

// `npm run dev` runs the API there; the web app is the same behind the proxy and in the build.
const api = 'http://127.0.0.1:3001'

/** Packs the files once, at the build: the server sends file.br or file.gz to whoever takes it. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const pack = async (file: string, text: string | Uint8Array) => {
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text, { level: 9 })])
      await Promise.all([writeFile(join(dir, `${file}.br`), br), writeFile(join(dir, `${file}.gz`), gz)])
    }
    await Promise.all(
      Object.values(bundle)
        .filter(({ fileName }) => !fileName.endsWith('.woff2'))
        .map((one) => pack(one.fileName, one.type === 'chunk' ? one.code : one.source)),
    )
  },
}

/** zod writes JSON schemas for the API's description on the server; in a browser that is 9 kB nobody calls. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return
    const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `nothing as ${name}`)
    const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => `nothing as ${name}`)
    return `function nothing() { return nothing }\nexport { ${[...declared, ...renamed].join(', ')} }`
  },
}

/** The page that most people open, with all that it stands on, is one file beside the frame of the application. */
const FIRST_PAGE = 'first-page'
const firstPageFiles = /\/(main-page|phone-page)\.web\.tsx$|\/(TextInput|PasswordInput|SegmentedControl)\.mjs$/
/** What of it a phone does not draw: the map and the table. The fields above are those of login, which needs no map. */
const WIDE_PAGE = 'wide-page'
const widePageFiles = /\/(wide-page|cage-table)\.web\.tsx$/
/** What the frame fetches as soon as it is drawn. */
const afterFrameFiles = /\/offline\/(list\/status|app-shell\/new-version)\.tsx$/

/** The media that fetch each: those of src/web/ui/use-phone.ts. */
const FIRST_PAGES = { [FIRST_PAGE]: {}, [WIDE_PAGE]: { media: '(min-width: 48em)' } }

/** They are fetched with the frame, not after it has run. */
const firstPages: Plugin = {
  name: 'first-pages',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.entries(FIRST_PAGES).flatMap(([file, media]) => {
        const page = Object.values(bundle).find(({ name }) => name === file)
        if (page?.type !== 'chunk') throw new Error(`no ${file} among the files`)
        const link = (href: string, attrs: object) => ({
          tag: 'link',
          attrs: { ...attrs, ...media, crossorigin: true, href: `/${href}` },
          injectTo: 'head' as const,
        })
        return [
          link(page.fileName, { rel: 'modulepreload' }),
          ...[...(page.viteMetadata?.importedCss ?? [])].map((css) => link(css, { rel: 'preload', as: 'style' })),
        ]
      }),
  },
}

const WORKER = 'src/web/offline/app-shell/service-worker.ts'

/** sw.js with the list of all files of this build, so that the application opens without a network. */
const offlineShell: Plugin = {
  name: 'offline-shell',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const built = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith('.map'))
    const sum = createHash('sha256')
    for (const one of built) sum.update(one.fileName).update(one.type === 'chunk' ? one.code : one.source)
    // the headers that a device keeps with the pages
    sum.update(readFileSync('src/server/http/csp.ts'))
    const own = readdirSync('public').filter((name) => !name.startsWith('.'))
    for (const name of own) sum.update(name).update(readFileSync(join('public', name)))
    const files = [...built.map(({ fileName }) => fileName), ...own].map((name) => `/${name}`)
    const { code } = await transformWithOxc(readFileSync(WORKER, 'utf8'), WORKER, {
      define: {
        SHELL_FILES: JSON.stringify(files.map((name) => (name === '/index.html' ? '/' : name)).sort()),
        SHELL_VERSION: JSON.stringify(sum.digest('hex').slice(0, 12)),
      },
    })
    // a worker that is no module starts in every browser
    const source = code.replace(/^export \{\s*\};?$/m, '')
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

/** What a thread of the server runs is a file beside it (server/base/program-thread.ts). */
const threads = () =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-thread.server.ts'))
    .map((name) => join('src', name))

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    !isSsrBuild && withoutJsonSchema,
    !isSsrBuild && firstPages,
    !isSsrBuild && offlineShell,
    !isSsrBuild && packed,
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: ['src/main.server.ts', ...threads()] },
      }
    : {
        outDir: 'dist/web',
        emptyOutDir: true,
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          // packing takes its time, and says nothing new each time; the calendar takes rrule in either of its forms,
          // and what we import is checked by the compiler
          checks: { bundlerTimings: false, importIsUndefined: false },
          output: {
            // what the start needs comes as two files, and what follows as one: fewer requests, and packed together
            // 20 kB less
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], priority: 2 },
                { name: FIRST_PAGE, test: firstPageFiles, priority: 1 },
                { name: WIDE_PAGE, test: widePageFiles },
                { name: 'after-frame', test: afterFrameFiles },
              ],
            },
          },
        },
      },
  // Hundreds of small modules: bundled, they load in a quarter less time at every start.
  ssr: { noExternal: ['kysely', 'zod'] },
  // the server compares where a request comes from with the host that it was sent to
  server: { proxy: { '/api': { target: api }, '/external': { target: api } } },
}))
