import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMailer } from './mail'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sadok-mail-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const letter = {
  to: 'anna@example.com',
  subject: 'Садок: новый пароль',
  text: 'https://farm.example/password/reset#token=1.abc',
}

/** A mail server that knows no encryption: what it was told. */
async function plainServer() {
  const heard: string[] = []
  const answer = (socket: Socket) => {
    let data = false
    socket.write('220 plain\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      heard.push(text)
      if (data) data = !text.endsWith('\r\n.\r\n')
      else data = text.startsWith('DATA')
      socket.write(text.startsWith('STARTTLS') ? '502 no\r\n' : data ? '354 go on\r\n' : '250 plain\r\n')
    })
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  return { port: (server.address() as AddressInfo).port, heard, close: () => server.close() }
}

test('a letter goes to another machine encrypted or not at all, and to this machine as it can', async () => {
  const server = await plainServer()
  const send = (host: string, more = '') =>
    openMailer(`smtp://${host}:${server.port}${more}`, folder, () => undefined)(letter)
  await expect(send(hostname())).rejects.toThrow(/STARTTLS/)
  expect(server.heard.join('')).not.toContain('DATA')
  await send('127.0.0.1')
  expect(server.heard.join('')).toContain('DATA')
  await send(hostname(), '?requireTLS=false')
  server.close()
})

test('without a mail server letters lie in a closed folder, and for a month', async () => {
  const send = openMailer(null, folder, () => undefined)
  await send(letter)
  const mail = join(folder, 'mail')
  expect(statSync(mail).mode & 0o077).toBe(0)
  writeFileSync(join(mail, '2020-01-01T00-00-00-000Z-12345678.txt'), 'To: anna@example.com')
  await send(letter)
  const kept = readdirSync(mail)
  expect(kept).toHaveLength(2)
  expect(kept.every((name) => !name.startsWith('2020'))).toBe(true)
})
