/** Keeps the facts of months that are over, for reports of years, and how goods stood at their end. */
import { keepUses } from '../../goods/month-uses.server'
import { eachCompany } from '../../../server/db/companies'
import type { Job } from '../../../server/jobs/job'
import { keepStockMonths } from '../../../server/db/ledger/stock-months'
import { keepStandings } from '../../../server/db/ledger/stock-standings'
import { keepFacts } from './month-facts.server'

export const monthFacts: Job = {
  name: 'month-facts',
  title: 'Суммы прошедших месяцев для отчётов',
  // whoever corrects the past orders it, see 0125; this finds months that end
  every: '7-59/10 * * * *',
  kept: false,
  run: (tools, only) =>
    eachCompany(
      tools,
      async (company) => {
        await keepFacts(tools.database, company)
        await keepStockMonths(tools.database, company)
        await keepStandings(tools.database, company)
        await keepUses(tools.database, company)
      },
      only,
    ),
}
