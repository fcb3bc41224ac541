/** Letters are queued with the write they belong to, and retried until the mail server accepts them. */
import { sql } from 'kysely'
import type { Tx } from '../db/client'
import type { Letter } from '../mail'
import { JobFault } from './faults'
import { enqueue, type Job } from './job'
import type { SecretBox } from '../second-factor/secret-box'

const PLACE = 'letter'

/**
 * Encrypted, because a letter may hold a link that opens an account: the database stores it but cannot read it. Answers
 * the id of its row, which goes when the letter has left.
 */
export async function post(tx: Tx, secrets: SecretBox, company: number, letter: Letter): Promise<number> {
  const sealed = await secrets.seal(Buffer.from(JSON.stringify(letter)), PLACE)
  const { id } = await tx.one<{ id: number }>(
    sql`insert into letters (company_id, sealed) values (${company}, ${sealed}) returning id`,
  )
  enqueue(tx, letters.name, { id })
  return id
}

/** A letter that is missing was sent. One that the key no longer decrypts is lost. */
export const letters: Job = {
  name: 'letter',
  title: 'Письмо',
  run: async ({ database, mailer, secrets }, { company, input, asked }) => {
    const { id } = input as { id: number }
    const row = await database.transaction(company, (tx) =>
      tx.maybe<{ sealed: string }>(sql`select sealed from letters where company_id = ${company} and id = ${id}`),
    )
    // an order for a letter that failed long ago says that nothing was sent
    if (!row && asked) throw new JobFault('letter-gone')
    if (!row) return
    const opened = await secrets.open(row.sealed, PLACE)
    // the same Message-ID lets a mail server drop a letter that comes twice
    if (opened) await mailer({ ...(JSON.parse(opened.toString()) as Letter), name: `${company}.${id}` })
    await database.transaction(company, (tx) =>
      tx.run(sql`delete from letters where company_id = ${company} and id = ${id}`),
    )
  },
}
