/**
 * Mail through SMTP_URL. Without it a letter is written into DATA_DIR/mail and its path is logged, so that nothing is
 * lost.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { tryFile } from './room'

export interface Letter {
  to: string
  subject: string
  text: string
  /** the same, for programs that show it */
  html?: string
  files?: readonly { name: string; type: string; base64: string }[]
  /** unlike that of any other letter of this server */
  name?: string
}
export interface Mailer {
  (letter: Letter): Promise<void>
  /** rejects when letters cannot be written here, as on a full disk */
  ready(): Promise<void>
}

/**
 * A letter may hold a link that opens an account, so it leaves this machine encrypted, unless the URL says
 * `requireTLS=false`.
 */
const transportOf = (url: string) => ({
  url,
  requireTLS: !['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
})

/** What mail programs turn into a link: an address with a scheme, or a name that ends in a top-level domain. */
const SITE =
  /(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:)\S*|(?:[\p{L}\d-]+\.)+(?:[a-z]{2,}|рф|рус|дети|онлайн|сайт|орг|москва|бел|укр|қаз)(?![\p{L}\d-])\S*/giu

/** Text that a stranger typed, made safe for a letter: one line without anything that becomes a link. */
export const harmless = (typed: string): string => typed.replace(SITE, '…').replace(/\s+/g, ' ').trim()
export const quoted = (typed: string): string => `«${harmless(typed)}»`

const KEPT_DAYS = 30
const nameOf = (moment: Date) => moment.toISOString().replace(/[:.]/g, '-')

/** File names begin with the moment, so their order is the order of letters. */
async function removeOld(folder: string): Promise<void> {
  const oldest = nameOf(new Date(Date.now() - KEPT_DAYS * 86_400_000))
  const old = (await readdir(folder)).filter((name) => name < oldest)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

export function openMailer(smtpUrl: string | null, dataDir: string, log: (line: string) => void): Mailer {
  if (smtpUrl) {
    const transport = createTransport(transportOf(smtpUrl))
    const from = decodeURIComponent(new URL(smtpUrl).username) || 'sadok@localhost'
    const send = async ({ name, files = [], ...letter }: Letter) => {
      const messageId = name && `<${name}@${from.split('@')[1] ?? 'sadok'}>`
      const attachments = files.map(({ name: filename, type: contentType, base64: content }) => {
        return { filename, contentType, content, encoding: 'base64' }
      })
      await transport.sendMail({ from, ...letter, messageId, attachments })
    }
    return Object.assign(send, { ready: async () => undefined })
  }
  return openFolder(join(dataDir, 'mail'), log)
}

function openFolder(folder: string, log: (line: string) => void): Mailer {
  const make = () => mkdir(folder, { recursive: true, mode: 0o700 })
  const write = async ({ to, subject, text, files = [] }: Letter) => {
    await make()
    await removeOld(folder)
    const own = `${nameOf(new Date())}-${randomUUID().slice(0, 8)}`
    const path = join(folder, `${own}.txt`)
    for (const { name, base64 } of files)
      await writeFile(join(folder, `${own} ${name.replace(/[/\\]/g, ' ')}`), Buffer.from(base64, 'base64'), {
        mode: 0o600,
      })
    await writeFile(path, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    log(`SMTP_URL is not set, the letter is in ${path}`)
  }
  return Object.assign(write, { ready: () => make().then(() => tryFile(folder)) })
}
