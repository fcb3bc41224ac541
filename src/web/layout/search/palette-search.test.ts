import { describe, expect, it } from 'vitest'
import type { Action } from '../../actions'
import { findActions } from './palette-search'

const action = (title: string, more: Partial<Action> = {}): Action => ({
  id: title,
  title,
  icon: 'feed',
  run: () => undefined,
  ...more,
})
const actions = [
  action('Кормление: садок 1'),
  action('Кормление: садок 12'),
  action('Отход: садок 12'),
  action('Журнал кормлений'),
  action('Создать садок', { disabledReason: 'нет прав' }),
]
const found = (query: string) => findActions(query, actions).map(({ title }) => title)

describe('search over actions', () => {
  it('needs every word, numbers exactly', () => {
    expect(found('кормление 12')).toEqual(['Кормление: садок 12'])
    expect(found('кормление 1')).toEqual(['Кормление: садок 1'])
    expect(found('12')).toEqual(['Кормление: садок 12', 'Отход: садок 12'])
  })

  it('takes the beginning of a word, an exact word first', () => {
    expect(found('корм')).toHaveLength(3)
    expect(found('кормлений')).toEqual(['Журнал кормлений'])
    expect(found('КОРМЛЕНИЕ')).toHaveLength(2)
  })

  it('puts what cannot be done now last', () => {
    expect(found('садок').at(-1)).toBe('Создать садок')
  })

  it('understands what was typed in the other keyboard layout', () => {
    expect(found('rjhvktybt 12')).toEqual(['Кормление: садок 12'])
    expect(found('Jn[jl')).toEqual(['Отход: садок 12'])
    expect(findActions('ащщв', [action('Food')])).toHaveLength(1)
  })

  it('takes a date for one word, so that a number finds no days', () => {
    const days = [action('История на 12.11.2026'), action('История на 11.11.2026')]
    expect(findActions('история 12.11', days).map(({ title }) => title)).toEqual(['История на 12.11.2026'])
    expect(findActions('bcnjhbz 12.11', days)).toHaveLength(1)
    expect(findActions('12', days)).toEqual([])
  })

  it('finds by keywords, е and ё alike', () => {
    const lifted = action('Подъём рыбы', { keywords: ['withdrawal'] })
    expect(findActions('подъем', [lifted])).toHaveLength(1)
    expect(findActions('with', [lifted])).toHaveLength(1)
    expect(findActions('зебра', [lifted])).toHaveLength(0)
  })
})
