/** Keeps what fish cost, in a thread: years after a correction are reckoned for seconds on end, and calls go on. */
import { once } from 'node:events'
import { startThread } from '../../../server/base/program-thread'
import { eachCompany } from '../../../server/db/companies'
import type { Job } from '../../../server/jobs/job'
import type { CostsOrder } from './fish-costs-thread.server'
import { areDue } from './keep-costs.server'

async function keepInThread(order: CostsOrder): Promise<void> {
  const thread = startThread('core/reports/fish-cost/fish-costs-thread.server', order)
  // what it throws is thrown here
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`the thread of costs ended with ${code}`)
}

export const fishCosts: Job = {
  name: 'fish-costs',
  title: 'Себестоимость рыбы прошедших месяцев',
  every: '1-59/10 * * * *',
  kept: false,
  run: ({ ownerUrl, ...tools }, only) =>
    eachCompany(
      tools,
      async (company) => {
        if (await areDue(tools.database, company)) await keepInThread({ ownerUrl, company })
      },
      only,
    ),
}
