/** Applies waiting records to the cages and warehouses that pages show. */
import { showDay } from '../../../../shared/dates'
import { currentRecords, loadRecords, watchRecords } from '../../../../web/offline/outbox/box'
import { uncountedOf } from '../../../../web/offline/outbox/records'
import { cachedUser, currentOwner, farmTimeOf } from '../../../../web/session'
import { setPending } from '../../../cages/pending.web'
import { knownGrowing, loadGrowing } from '../../recent/known-growing.web'
import { NO_GROWING } from '../../recent/growing.web'
import { estimate, takenBy } from './estimate.web'

let shown = ''

function apply(): void {
  const owner = currentOwner()
  const user = cachedUser()
  const records = user ? uncountedOf(currentRecords(), owner) : []
  const { growing, at } = user ? knownGrowing(user) : { growing: NO_GROWING, at: 0 }
  const next = records.map(({ n, values }) => `${at} ${n} ${JSON.stringify(values)}`).join()
  if (next === shown) return
  shown = next
  if (!user || records.length === 0) return setPending(null)
  const options = {
    weightAllowed: user.company.settings['retreat-weight-allowed'],
    today: showDay(farmTimeOf()),
    growing,
  }
  setPending({ cages: (rows) => estimate(rows, records, options), taken: takenBy(records) })
  // once nothing new is known this does not come here again
  void loadGrowing(user).then(apply)
}

/** Begins with what waits now. */
export function startPending(): () => void {
  void loadRecords().then(apply)
  return watchRecords(apply)
}
