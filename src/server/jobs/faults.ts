/**
 * Why a job failed, in words of our own: what an error says may quote a password, an address or a letter, so it goes
 * into the log of the process and nowhere else.
 */

/** Word in the database → what a person reads. */
const FAULTS = {
  'mail-away': 'Почтовый сервер не отвечает.',
  'mail-login': 'Почтовый сервер не принял имя или пароль.',
  'mail-refused': 'Почтовый сервер не принял письмо.',
  'letter-gone': 'Этого письма больше нет: неотправленные хранятся неделю.',
  'database-away': 'База данных не отвечала.',
  'disk-full': 'На диске сервера кончилось место.',
  stopped: 'Не закончено вовремя: процесс остановлен или завис.',
  other: 'Сбой программы. Подробности в журнале процесса.',
} as const
type Fault = keyof typeof FAULTS

/** A job that knows why it cannot go on. */
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
  [/^(08...|57P0.|57014|53300)$/, 'database-away'],
]
/** Of a connection: nodemailer's errors name their step of the talk with the mail server, the database's do not. */
const LOST = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/

export function faultOf(error: unknown): Fault {
  if (error instanceof JobFault) return error.fault
  const { code, command } = error as { code?: unknown; command?: unknown }
  if (typeof code !== 'string') return 'other'
  if (LOST.test(code)) return command === undefined ? 'database-away' : 'mail-away'
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
}

/** The sentence of a word that was stored. */
export const faultText = (fault: string): string => FAULTS[fault as Fault] ?? FAULTS.other
