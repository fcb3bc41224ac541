/** What a workbook may bring along and must not do. Sizes and formulas are tried by the import of readings. */
import { existsSync } from 'node:fs'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { acceptForms, receiveFile } from '../http/files'
import { archive, bareWorkbook, cell, packedSpaces, partsOf } from '../../testing/workbook'
import { isWorkbook, readSheet } from './read-sheet'

const row = (text: string) => `<row r="1">${cell('A1', text)}<c r="B1"><v>4.5</v></c></row>`
const read = (bytes: Buffer) => readSheet(1, bytes, 10)

describe('a workbook', () => {
  it.each([
    'xl/vbaProject.bin',
    'XL/VBAPROJECT.BIN',
    'xl/macrosheets/sheet1.xml',
    'xl/activeX/activeX1.bin',
    'xl/embeddings/oleObject1.bin',
  ])('with a program in it is not read: %s', async (name) => {
    await expect(read(bareWorkbook(row('Вода'), [{ name, text: 'x' }]))).rejects.toThrow('macros')
  })

  it('is told by its name and its beginning', () => {
    const bytes = bareWorkbook(row('Вода'))
    const named = (name: string) => isWorkbook({ name, bytes })
    expect(['вода.xlsx', 'ВОДА.XLSX', '.xlsx'].map(named)).toEqual([true, true, true])
    for (const name of ['вода.xlsm', 'вода.xls', 'вода.exe', 'вода.xlsx.html', 'вода', ''])
      expect(named(name)).toBe(false)
    expect(isWorkbook({ name: 'вода.xlsx', bytes: Buffer.from('<html>') })).toBe(false)
  })

  it('whose files are named with ways out of it writes none of them', async () => {
    const names = ['../../evil.xml', '/tmp/sadok-evil.xml', 'xl\\..\\..\\evil.xml', '__proto__']
    const more = names.map((name) => ({ name, text: '<a/>' }))
    expect(await read(bareWorkbook(row('Вода'), more))).toEqual([['Вода', 4.5]])
    expect(existsSync('/tmp/sadok-evil.xml')).toBe(false)
  })

  it.each([
    ['a file', '<!ENTITY it SYSTEM "file:///etc/hostname">'],
    ['an address', '<!ENTITY it SYSTEM "http://127.0.0.1:1/it">'],
    ['what grows', `<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY it "${'&a;'.repeat(1000)}">`],
    ['a file by a parameter', '<!ENTITY % it SYSTEM "file:///etc/hostname"> %it;'],
  ])('does not take in %s by an entity', async (_, entity) => {
    const told = await read(
      bareWorkbook(row('&it;'), [], `<?xml version="1.0"?><!DOCTYPE worksheet [${entity}]>`),
    ).catch(() => [])
    expect([[], [['&it;', 4.5]]]).toContainEqual(told)
  })
})

describe('an archive', () => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const honest = partsOf(row('Вода'))
  const bomb = { name: 'xl/worksheets/sheet9.xml', text: '', packed: packedSpaces(1000) }

  it('packed as a stream, with the sizes behind each file, is read', async () => {
    expect(await read(archive(honest.map((part) => ({ ...part, streamed: true }))))).toEqual([['Вода', 4.5]])
  })

  it('of a megabyte that hides a thousand is refused at once', async () => {
    const file = archive([{ ...bomb, hidden: true }, ...honest])
    expect(file.length).toBeLessThan(1_100_000)
    const before = process.memoryUsage.rss()
    const began = performance.now()
    await expect(read(file)).rejects.toThrow('more than it lists')
    expect(performance.now() - began).toBeLessThan(5000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it.each<[string, () => Buffer]>([
    ['with a file that is in no directory, first', () => archive([{ ...bomb, hidden: true }, ...honest])],
    ['with one in the middle', () => archive([honest[0]!, { ...bomb, hidden: true }, ...honest.slice(1)])],
    ['with one at the end', () => archive([...honest, { ...bomb, hidden: true }])],
    [
      'with one behind sizes that follow',
      () => archive([...honest.map((one) => ({ ...one, streamed: true })), { ...bomb, hidden: true }]),
    ],
    ['with one name twice', () => archive([...honest, { name: sheet, text: '<worksheet/>' }])],
    ['with another name in front of a file', () => archive([...honest, { name: 'a.bin', alias: sheet, text: '<a/>' }])],
    ['with a file larger than it says', () => archive([...honest, { ...bomb, says: 10 }])],
    ['with a file smaller than it says', () => archive([...honest, { name: 'a.xml', text: '<a/>', says: 1000 }])],
    ['with a tail', () => archive(honest, 'x')],
    ['with another archive behind it', () => Buffer.concat([archive(honest), archive(partsOf(row('Иное')))])],
    ['with something before it', () => Buffer.concat([Buffer.from('PK'), archive(honest)])],
  ])('%s is refused', async (_, make) => {
    await expect(read(make())).rejects.toThrow(/more than it lists|one name twice|two names|larger|broken/)
  })
})

it.each([
  ['cells', '<c '.repeat(3_000_000)],
  ['rows', '<row '.repeat(2_000_000)],
])('a sheet of nothing but beginnings of %s is gone through once', async (_, text) => {
  const began = performance.now()
  await read(bareWorkbook(text)).catch(() => null)
  expect(performance.now() - began).toBeLessThan(15_000)
})

it('a file that names a way to itself is known by its name alone', async () => {
  const app = fastify()
  await acceptForms(app)
  app.post('/', async (request) => ({ name: (await receiveFile(request, 100))?.name }))
  const nameOf = async (name: string) => {
    const payload = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return (await app.inject({ method: 'POST', url: '/', headers, payload })).json<{ name?: string }>().name
  }
  for (const way of ['../../etc/', '/etc/', 'C:\\\\Windows\\\\', '..\\\\..\\\\'])
    expect(await nameOf(`${way}замеры.xlsx`), way).toBe('замеры.xlsx')
  await app.close()
})
