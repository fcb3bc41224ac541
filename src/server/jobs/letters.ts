/** Letters that leave with the write that they tell of, and are tried again until the mail server takes them. */
import { sql } from 'kysely'
import type { Tx } from '../db/client'
import type { Letter } from '../mail'
import { JobFault } from './faults'
import { enqueue, type Job } from './job'
import type { SecretBox } from '../second-factor/secret-box'

const PLACE = 'letter'

/** The database keeps it and cannot read it: a letter may hold a link that opens an account. */
export async function post(tx: Tx, secrets: SecretBox, company: number, letter: Letter): Promise<void> {
  const sealed = await secrets.seal(Buffer.from(JSON.stringify(letter)), PLACE)
  const { id } = await tx.one<{ id: number }>(
    sql`insert into letters (company_id, sealed) values (${company}, ${sealed}) returning id`,
  )
  enqueue(tx, letters.name, { id })
}

/** A letter that is gone was sent; one that the key does not open any more is lost. */
export const letters: Job = {
  name: 'letter',
  title: 'Письмо',
  run: async ({ database, mailer, secrets }, { company, input, asked }) => {
    const { id } = input as { id: number }
    const row = await database.transaction(company, (tx) =>
      tx.maybe<{ sealed: string }>(sql`select sealed from letters where company_id = ${company} and id = ${id}`),
    )
    // whoever asks for one that failed long ago is told that nothing was sent
    if (!row && asked) throw new JobFault('letter-gone')
    if (!row) return
    const opened = await secrets.open(row.sealed, PLACE)
    // by its own name a mail server takes it for one letter, should it come again
    if (opened) await mailer({ ...(JSON.parse(opened.toString()) as Letter), name: `${company}.${id}` })
    await database.transaction(company, (tx) =>
      tx.run(sql`delete from letters where company_id = ${company} and id = ${id}`),
    )
  },
}
