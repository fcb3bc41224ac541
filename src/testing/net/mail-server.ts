/** A mail server of this machine that keeps what it is sent. */
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** As a mail program reads it: lines that were broken and signs that were written as numbers. */
function read(letter: string): string {
  const body = letter.slice(letter.indexOf('\r\n\r\n') + 4)
  if (/base64/i.test(letter)) return Buffer.from(body, 'base64').toString()
  return body
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (signs) => decodeURIComponent(signs.replaceAll('=', '%')))
}

function hear(socket: Socket, keep: (letter: string) => void) {
  let letter: string | null = null
  socket.write('220 post\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (letter !== null) {
      letter += text
      if (!letter.endsWith('\r\n.\r\n')) return
      keep(read(letter))
      letter = null
      return void socket.write('250 kept\r\n')
    }
    if (text.startsWith('DATA')) letter = ''
    socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 post\r\n')
  })
}

/** `letters` are the texts of what came, the oldest first. Of no `port` a free one. */
export async function openMailServer(port = 0) {
  const letters: string[] = []
  const server = createServer((socket) => hear(socket, (letter) => void letters.push(letter)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, letters, close: () => void server.close() }
}
