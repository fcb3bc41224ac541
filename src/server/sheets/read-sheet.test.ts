/** What a workbook may bring along and must not do. Sizes and formulas are tried by the import of readings. */
import { existsSync } from 'node:fs'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { acceptForms, receiveFile } from '../http/files'
import { bareWorkbook, cell } from '../testing/workbook'
import { isWorkbook, readSheet } from './read-sheet'

const row = (text: string) => `<row r="1">${cell('A1', text)}<c r="B1"><v>4.5</v></c></row>`
const read = (bytes: Buffer) => readSheet(bytes, 10)

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
