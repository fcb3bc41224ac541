/**
 * What the documents on security and rights name is there: files, tests by their beginning, chapters. A map that is
 * wrong is worse than none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from './server/base/project-root'

const DOCUMENTS = ['docs/asvs.md', 'docs/security.md', 'docs/rights.md']
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** As a document names it: from the project's folder, or from src. */
const placeOf = (path: string) => [path, `src/${path}`].find((one) => existsSync(join(projectRoot, one)))

const ENDS = 'tsx?|mjs|md|sql|html|json|js'
const PATH = new RegExp(`\`([\\w.-]+(?:/[\\w.-]+)+\\.(?:${ENDS}))\``, 'g')
const FILE = new RegExp(`\`([\\w-]+(?:\\.[\\w-]+)*\\.(?:tsx?|mjs|md))\``, 'g')
const TEST = new RegExp(`\`([\\w./-]+\\.(?:test|spec)\\.ts)\` “([^”]+)”`, 'g')
const LINK = /\]\((?!https?:)([^)\s]*)\)/g

const sources = () =>
  ['src', 'e2e', 'docs', 'scripts'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  )

/** 'Ways in' → 'ways-in', as a page of Markdown names its chapters. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replace(/\s/g, '-'),
  )

function isLinked(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), path)
  return existsSync(join(projectRoot, target)) && (anchor === undefined || anchorsOf(read(target)).includes(anchor))
}

function isTested(path: string, name: string): boolean {
  const place = placeOf(path)
  return place !== undefined && read(place).includes(name.replace(/…$/, ''))
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  test('names files that there are', () => {
    const names = new Set([...sources(), ...readdirSync(projectRoot)])
    const paths = [...text.matchAll(PATH)].map(([, path]) => path!).filter((path) => !placeOf(path))
    const files = [...text.matchAll(FILE)].map(([, name]) => name!).filter((name) => !names.has(name))
    expect([...new Set([...paths, ...files])]).toEqual([])
  })

  test('names tests that there are', () => {
    const lost = [...text.matchAll(TEST)].filter(([, path, name]) => !isTested(path!, name!))
    expect(lost.map(([, path, name]) => `${path}: ${name}`)).toEqual([])
  })

  test('leads to documents and chapters that there are', () => {
    const lost = [...text.matchAll(LINK)].map(([, link]) => link!).filter((link) => !isLinked(document, link))
    expect(lost).toEqual([])
  })
})

describe('the map of ASVS', () => {
  const rows = [...read('docs/asvs.md').matchAll(/^\| ([\d., –]+?) +\| ([12, ]+?) +\| [^|]+\| ([^|]+)\|/gm)]

  /** '4.4.1–4.4.4, 4.5.1' → each of them */
  const idsOf = (ids: string) =>
    ids.split(', ').flatMap((part) => {
      const [first = '', last = first] = part.split('–')
      const [from, to] = [first, last].map((id) => Number(id.split('.')[2]))
      return Array.from({ length: to! - from! + 1 }, (_, at) => first.replace(/\d+$/, String(from! + at)))
    })
  const stateOf = (where: string) =>
    where.startsWith('does not apply: ') ? 'apart' : where.startsWith('**not met**: ') ? 'open' : 'met'
  const items = rows.flatMap(([, ids, , where]) => idsOf(ids!).map((id) => ({ id, state: stateOf(where!) })))
  const count = (state: string) => items.filter((one) => one.state === state).length

  test('has each item of levels 1 and 2 once', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items).toHaveLength(253)
  })

  test('is counted rightly, in both documents', () => {
    const told = `Of 253 items ${count('met')} are met, ${count('apart')} do not apply, ${count('open')} are not met`
    for (const path of ['docs/asvs.md', 'docs/security.md']) expect(read(path)).toContain(told)
  })
})
