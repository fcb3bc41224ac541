/** Mail through SMTP_URL; without it a letter is written into DATA_DIR/mail and its path is logged, so that nothing is lost. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Letter {
  to: string
  subject: string
  text: string
}
export type Mailer = (letter: Letter) => Promise<void>

export function openMailer(smtpUrl: string | null, dataDir: string, log: (line: string) => void): Mailer {
  if (smtpUrl) {
    const transport = createTransport(smtpUrl)
    const from = decodeURIComponent(new URL(smtpUrl).username) || 'sadok@localhost'
    return async (letter) => void (await transport.sendMail({ from, ...letter }))
  }
  const folder = join(dataDir, 'mail')
  return async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true })
    const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`)
    await writeFile(path, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    log(`SMTP_URL is not set, the letter is in ${path}`)
  }
}
