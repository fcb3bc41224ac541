import { describe, expect, it } from 'vitest'
import { helpLanguage } from './help/help-modal'
import { frameKey } from './hotkeys'
import { entryHere, titleOf, visibleMenu, type MenuEntry } from './menu/menu'

const menu: MenuEntry[] = [
  { title: 'Садки', to: '/', icon: 'cages' },
  {
    title: 'Склад',
    to: '/stock',
    icon: 'box',
    ability: 'read stocks',
    entries: [{ title: 'Расходники', to: '/stock/goods' }],
  },
  { title: 'Прочее', to: '/more', icon: 'list', entries: [{ title: 'Затраты', to: '/s', ability: 'access spending' }] },
]

describe('the menu', () => {
  it('hides what the user may not open, and groups that are left empty', () => {
    expect(visibleMenu(menu, () => false).map(({ title }) => title)).toEqual(['Садки'])
    expect(visibleMenu(menu, () => true)).toHaveLength(3)
  })

  it('has one entry for whoever may open two pages that lead to each other', () => {
    const jobs: MenuEntry[] = [
      { title: 'Свои', to: '/jobs', icon: 'clock', ability: 'manage external apps' },
      { title: 'Все', to: '/jobs/all', icon: 'clock', ability: 'manage companies', unless: 'manage external apps' },
    ]
    const seenBy = (...rights: string[]) =>
      visibleMenu(jobs, (ability) => rights.includes(ability)).map(({ title }) => title)
    expect(seenBy('manage companies', 'manage external apps')).toEqual(['Свои'])
    expect(seenBy('manage companies')).toEqual(['Все'])
  })

  it('shows the list that leads to a page without an entry', () => {
    const entries = ['/r', '/r/official', '/r/officials'].map((to) => ({ title: to, to }))
    expect(entryHere(entries, '/r/official/cards')?.to).toBe('/r/official')
    expect(entryHere(entries, '/r')?.to).toBe('/r')
    expect(entryHere(entries, '/rest')).toBeUndefined()
  })

  it('names the page of an address', () => {
    expect(titleOf(menu, '/stock/goods')).toBe('Расходники')
    expect(titleOf(menu, '/nowhere')).toBeUndefined()
  })
})

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}) =>
  frameKey({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

describe('the keys of the frame', () => {
  it('work in both layouts', () => {
    expect(press('k', 'KeyK', { ctrlKey: true })).toBe('palette')
    expect(press('л', 'KeyK', { metaKey: true })).toBe('palette')
    expect(press('/', 'Slash')).toBe('search')
    expect(press('.', 'Slash')).toBe('search')
    expect(press('?', 'Digit7', { shiftKey: true })).toBe('keys')
    expect(press(',', 'Slash', { shiftKey: true })).toBe('keys')
  })

  it('leave every other key alone', () => {
    expect(press('k', 'KeyK')).toBeNull()
    expect(press('/', 'Slash', { ctrlKey: true })).toBeNull()
  })
})

describe('the language of help', () => {
  it('is the first part of the address, else that of the interface', () => {
    expect(helpLanguage('/en/journals', 'ru')).toBe('en')
    expect(helpLanguage('/ru', 'en')).toBe('ru')
    expect(helpLanguage('/journals/feeding', 'ru')).toBe('ru')
    expect(helpLanguage('/journals/feeding', 'en')).toBe('en')
  })
})
