/** A farm that brings its past: a book is sent, checked, and what it asks is answered with what it proposes. */
import { ledgerReading } from '../../core/documents/kinds/kinds.server'
import type { NamedList } from '../../features/moving-in/calls/past-words.contract'
import { type ImportDetails, type ImportLine, pastCalls } from '../../features/moving-in/calls/past.contract'
import { pastJob } from '../../features/moving-in/past-job.server'
import { openDatabase } from '../../server/db/client'
import { checkLedger } from '../../server/db/ledger/check'
import { workbookOf } from '../workbook'
import type { Session } from '../session'
import type { Farm } from './farm'

/** What is wrong with the ledgers of a farm: nothing, as they say the same as a fold from nothing. */
export async function ledgerIsSound({ database, session }: Farm) {
  const own = openDatabase(database.webUrl, 1)
  const company = session.user.company.id
  const wrong = await own.transaction(company, (tx) => checkLedger(tx, company, ledgerReading))
  await own.close()
  return wrong
}

export type Book = Parameters<typeof workbookOf>[0]

/** @param session of a person of another farm than the first */
export function pastOf(farm: Farm, session: Session = farm.session) {
  const as = { as: session }
  const work = () => farm.work([pastJob])
  const read = (id: number) => farm.call(pastCalls.one, { id }, as)
  const checked = async (id: number): Promise<ImportDetails> => {
    await work()
    return read(id)
  }
  const sendBytes = async (bytes: Buffer, name = 'прошлое.xlsx') => {
    const { status, body } = await farm.upload(pastCalls.upload.path, { name, bytes }, {}, as)
    if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
    return checked((body as ImportLine).id)
  }
  /** Everything unknown is created, until nothing is asked any more; `also` says what else a name is. */
  const createAll = async (id: number, also: Partial<Record<NamedList, object>> = {}): Promise<ImportDetails> => {
    let details = await read(id)
    for (let round = 0; details.questions.length > 0 && round < 5; round++) {
      const names = details.questions.map(({ list, name, create }) => ({
        list,
        name,
        choice: (also[list] ?? { create: create! }) as { create: string },
      }))
      await farm.call(pastCalls.choose, { id, names }, as)
      details = await checked(id)
    }
    return details
  }
  return {
    work,
    read,
    checked,
    sendBytes,
    createAll,
    send: async (book: Book, name?: string) => sendBytes(await workbookOf(book), name),
    rows: async (id: number, state?: 'ready' | 'wrong' | 'there' | 'left' | 'doubted' | 'differs') =>
      (await farm.call(pastCalls.rows, { id, state, per_page: 200 }, as)).rows,
    bring: async (id: number) => {
      const { digest } = await read(id)
      await farm.call(pastCalls.bring, { id, digest: digest! }, as)
      return checked(id)
    },
    undo: async (id: number) => {
      await farm.call(pastCalls.undo, { id }, as)
      return checked(id)
    },
  }
}
