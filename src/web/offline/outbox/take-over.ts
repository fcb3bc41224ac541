/** An administrator takes over what others recorded on this device: it is sent in their names. */
import { cachedUser, ownerOf } from '../../session'
import { change } from './box'
import { isOpen, takenOver, type OutboxRecord } from './records'
import { flush } from './sender'
import { removeRecord, type Removal } from './take-back'

/** Makes the signed-in user the owner of records, who sends them; the records keep their authors. */
async function takeOver(records: readonly OutboxRecord[]): Promise<void> {
  const user = cachedUser()!
  const own = { owner: ownerOf(user), owner_name: user.name }
  for (const { n } of records)
    await change(n, (current) => (current && isOpen(current) ? takenOver(current, own) : undefined))
}

export async function sendForOthers(records: readonly OutboxRecord[]): Promise<void> {
  await takeOver(records)
  void flush()
}

/** What may be stored already is also deleted on the server. */
export async function removeForOthers(record: OutboxRecord): Promise<Removal> {
  await takeOver([record])
  return removeRecord(record.n)
}
