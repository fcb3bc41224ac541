import { expect, test } from 'vitest'
import { readWritten, writeById, writeRows } from './written'

interface Answer {
  at: string
  worth: number | null
  rows: { name: string; left?: number }[]
}

const head = { at: '«20.11.2026»', worth: null }
const rows = [{ name: 'садок "1"' }, { name: '2', left: undefined }, { name: '3', left: 1e-6 }]

test('what is written row by row is what would be written at once', async () => {
  const text = (some: Answer['rows']) => writeRows<Answer, 'rows'>(head, 'rows', some).then(String)
  expect(await text(rows)).toBe(JSON.stringify({ ...head, rows }))
  expect(await text([])).toBe(JSON.stringify({ ...head, rows: [] }))
  expect(readWritten(await writeRows<Answer, 'rows'>(head, 'rows', rows))).toEqual({ ...head, rows })
  expect(readWritten(head)).toBe(head)
})

test('what is written by id is what an object of them would be', async () => {
  const numbered = [10, 9, 1].map((id, index) => ({ id, row: rows[index]! }))
  const text = String(await writeById(numbered, ({ row }) => row))
  expect(text).toBe(JSON.stringify(Object.fromEntries(numbered.map(({ id, row }) => [id, row]))))
  expect(String(await writeById([], String))).toBe('{}')
})

test('others have their turn between rows', async () => {
  let turns = 0
  let going = true
  const look = () => {
    turns++
    if (going) setImmediate(look)
  }
  setImmediate(look)
  function* slow() {
    for (const row of rows) {
      const until = performance.now() + 15
      while (performance.now() < until);
      yield row
    }
  }
  await writeRows<Answer, 'rows'>(head, 'rows', slow())
  going = false
  expect(turns).toBeGreaterThanOrEqual(rows.length - 1)
})
