import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { helpNames } from '../../../shared/help/help-pages'
import { type PageName, PAGES } from '../../../shared/pages'
import { helpBlocks, helpPieces, loadHelp } from './help-text'

const folder = (language: string) => readdirSync(new URL(`../../../../docs/help/${language}`, import.meta.url)).sort()
/** Those who have not signed in see no help. */
const OPEN: readonly PageName[] = ['login', 'register', 'passwordReset', 'invitation']
const addresses = [
  ...Object.entries(PAGES).flatMap(([name, { path }]) => (OPEN.includes(name as PageName) ? [] : [path])),
  // a list of the library has a text of its own
  '/lib/feedbrands',
]

describe('help', () => {
  test('is written in both languages for every kind of page', async () => {
    expect(folder('ru')).toEqual(folder('en'))
    for (const address of addresses) {
      for (const language of ['ru', 'en'] as const) {
        const texts = await loadHelp(address, language)
        expect(texts, address).toHaveLength(helpNames(address).length)
        expect(texts.length, address).toBeGreaterThan(0)
        expect(
          texts.every((text) => text.startsWith('# ')),
          address,
        ).toBe(true)
      }
    }
  })

  test('has no text that nobody can open', () => {
    const reached = new Set(addresses.flatMap((address) => helpNames(address)))
    expect(folder('ru')).toEqual([...reached].map((name) => `${name}.md`).sort())
  })

  test('is found below a language in the address, and nowhere for an unknown page', async () => {
    expect(helpNames('/en/journals')).toEqual(helpNames('/journals/feeding'))
    expect(await loadHelp('/nowhere', 'ru')).toEqual([])
  })

  test('uses only the marks that are understood', () => {
    for (const language of ['ru', 'en']) {
      for (const name of folder(language)) {
        const text = readFileSync(new URL(`../../../../docs/help/${language}/${name}`, import.meta.url), 'utf8')
        const lines = helpBlocks(text).flatMap((block) => ('items' in block ? block.items : [block.text]))
        // what is typed is shown as it is
        const pieces = lines.flatMap(helpPieces).filter(({ mark }) => mark !== 'key')
        const plain = pieces.map((piece) => piece.text)
        expect(
          plain.filter((piece) => /[*`#_[\]<>|]/.test(piece)),
          `${language}/${name}`,
        ).toEqual([])
      }
    }
  })

  test('has the same sections, lists and steps in both languages', () => {
    const shape = (language: string, name: string) =>
      helpBlocks(readFileSync(new URL(`../../../../docs/help/${language}/${name}`, import.meta.url), 'utf8')).map(
        (block) => ('items' in block ? `${block.type} ${block.items.length}` : block.type),
      )
    for (const name of folder('ru')) expect(shape('en', name), name).toEqual(shape('ru', name))
  })

  test('is read as titles, sections, lists, steps, paragraphs, important words and keys', () => {
    expect(helpBlocks('# A\n\nb\n- c\n- d\n\n## E\n\n1. f\n2. g\n')).toEqual([
      { type: 'title', text: 'A' },
      { type: 'paragraph', text: 'b' },
      { type: 'list', items: ['c', 'd'] },
      { type: 'section', text: 'E' },
      { type: 'steps', items: ['f', 'g'] },
    ])
    expect(helpPieces('press `Enter` **now**')).toEqual([
      { mark: 'plain', text: 'press ' },
      { mark: 'key', text: 'Enter' },
      { mark: 'plain', text: ' ' },
      { mark: 'strong', text: 'now' },
    ])
  })
})
