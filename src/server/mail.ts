/**
 * Mail through SMTP_URL; without it a letter is written into DATA_DIR/mail and its path is logged, so that nothing is
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
  /** unlike that of any other letter of this server */
  name?: string
}
export interface Mailer {
  (letter: Letter): Promise<void>
  /** rejects when a letter could not be written down here, as of a full disk */
  ready(): Promise<void>
}

/**
 * What is written to someone's address may open their account: it goes to another machine encrypted, unless the address
 * says `requireTLS=false`.
 */
const transportOf = (url: string) => ({
  url,
  requireTLS: !['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
})

/** What a mail program turns into a link: an address with its scheme, or a name that ends as sites do. */
const SITE =
  /(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:)\S*|(?:[\p{L}\d-]+\.)+(?:[a-z]{2,}|рф|рус|дети|онлайн|сайт|орг|москва|бел|укр|қаз)(?![\p{L}\d-])\S*/giu

/** What somebody else has typed, as a letter says it: one line, with no address of a site in it. */
export const harmless = (typed: string): string => typed.replace(SITE, '…').replace(/\s+/g, ' ').trim()
export const quoted = (typed: string): string => `«${harmless(typed)}»`

const KEPT_DAYS = 30
const nameOf = (moment: Date) => moment.toISOString().replace(/[:.]/g, '-')

/** The names begin with the moment. */
async function removeOld(folder: string): Promise<void> {
  const oldest = nameOf(new Date(Date.now() - KEPT_DAYS * 86_400_000))
  const old = (await readdir(folder)).filter((name) => name < oldest)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

export function openMailer(smtpUrl: string | null, dataDir: string, log: (line: string) => void): Mailer {
  if (smtpUrl) {
    const transport = createTransport(transportOf(smtpUrl))
    const from = decodeURIComponent(new URL(smtpUrl).username) || 'sadok@localhost'
    const send = async ({ name, ...letter }: Letter) => {
      const messageId = name && `<${name}@${from.split('@')[1] ?? 'sadok'}>`
      await transport.sendMail({ from, ...letter, messageId })
    }
    return Object.assign(send, { ready: async () => undefined })
  }
  return openFolder(join(dataDir, 'mail'), log)
}

function openFolder(folder: string, log: (line: string) => void): Mailer {
  const make = () => mkdir(folder, { recursive: true, mode: 0o700 })
  const write = async ({ to, subject, text }: Letter) => {
    await make()
    await removeOld(folder)
    const path = join(folder, `${nameOf(new Date())}-${randomUUID().slice(0, 8)}.txt`)
    await writeFile(path, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    log(`SMTP_URL is not set, the letter is in ${path}`)
  }
  return Object.assign(write, { ready: () => make().then(() => tryFile(folder)) })
}
