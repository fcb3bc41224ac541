/**
 * Why a job failed, in words of our own. The error's own text may quote a password, an address or a letter, so it goes
 * only into the log of the process.
 */

/** Stored word → text for people. */
const FAULTS = {
  'mail-away': 'Почтовый сервер не отвечает.',
  'mail-login': 'Почтовый сервер не принял имя или пароль.',
  'mail-refused': 'Почтовый сервер не принял письмо.',
  'push-away': 'Служба уведомлений браузера не отвечает.',
  'hook-away': 'Программа не отвечает.',
  'hook-closed': 'Адрес ведёт во внутреннюю сеть сервера: туда ничего не отправлено.',
  'hook-moved': 'Программа отвечает с другого адреса, а перенаправлению тревоги не следуют. Укажите новый адрес.',
  'hook-refused': 'Программа отказалась принять тревогу.',
  'letter-gone': 'Этого письма больше нет: неотправленные хранятся неделю.',
  'database-away': 'База данных не отвечала.',
  'disk-full': 'На диске сервера кончилось место.',
  'folder-away': 'Папка на диске недоступна.',
  stopped: 'Не закончено вовремя: процесс остановлен или завис.',
  other: 'Сбой программы. Подробности в журнале процесса.',
} as const
type Fault = keyof typeof FAULTS

/** An error of a job that knows why it cannot go on. */
export class JobFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault)
  }
}

/** Codes of nodemailer, of the network, of PostgreSQL. */
const CODES: [RegExp, Fault][] = [
  [/^(EAUTH|ENOAUTH|EOAUTH2)$/, 'mail-login'],
  [/^(EENVELOPE|EMESSAGE|EPROTOCOL|ETLS)$/, 'mail-refused'],
  [/^(ECONNECTION|ESOCKET|EDNS)$/, 'mail-away'],
  [/^(ENOSPC|EDQUOT|53100)$/, 'disk-full'],
  [/^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|EIO|ENODEV|ESTALE)$/, 'folder-away'],
  [/^(08...|57P0.|57014|53300)$/, 'database-away'],
]
/** A lost connection. Errors of nodemailer name the SMTP command, errors of the database do not. */
const LOST = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/

export function faultOf(error: unknown): Fault {
  if (error instanceof JobFault) return error.fault
  const { code, command } = error as { code?: unknown; command?: unknown }
  if (typeof code !== 'string') return 'other'
  if (LOST.test(code)) return command === undefined ? 'database-away' : 'mail-away'
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
}

/** The text for a stored word. */
export const faultText = (fault: string): string => FAULTS[fault as Fault] ?? FAULTS.other
