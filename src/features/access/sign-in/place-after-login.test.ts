import { describe, expect, it } from 'vitest'
import { placeAfterLogin } from './login.web'

describe('where one goes after signing in', () => {
  it('is the page that was asked for', () => {
    expect(placeAfterLogin('/journals/weight?cagesId=1')).toBe('/journals/weight?cagesId=1')
    expect(placeAfterLogin(undefined)).toBe('/')
  })

  it('is never another site', () => {
    for (const asked of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login',
    ]) {
      expect(placeAfterLogin(asked)).toBe('/')
    }
  })
})
