import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecretBox } from './secret-box'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sadok-box-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what was sealed is opened by every process of the same folder, for the same place alone', async () => {
  const boxes = Array.from({ length: 5 }, () => openSecretBox(folder))
  const sealed = await Promise.all(boxes.map((box) => box.seal(Buffer.from('секрет'), '1.2')))
  expect(new Set(sealed).size).toBe(5)
  for (const one of sealed) for (const box of boxes) expect(String(await box.open(one, '1.2'))).toBe('секрет')
  expect(await boxes[0]!.open(sealed[0]!, '1.3')).toBeNull()
  expect(readdirSync(folder)).toEqual(['second-factor.key'])
  expect(statSync(join(folder, 'second-factor.key')).mode & 0o077).toBe(0)
})

test('without the key, and when it was altered, it stays shut', async () => {
  const sealed = await openSecretBox(folder).seal(Buffer.from('секрет'), '1.2')
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await openSecretBox(folder).open(altered, '1.2')).toBeNull()
  expect(await openSecretBox(folder).open('', '1.2')).toBeNull()
  rmSync(join(folder, 'second-factor.key'))
  expect(await openSecretBox(folder).open(sealed, '1.2')).toBeNull()
})
