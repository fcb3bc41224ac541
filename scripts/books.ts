import { ledgerReading } from '../src/core/documents/kinds/kinds.server'
import { checkUses } from '../src/core/goods/month-uses.server'
import { checkCosts } from '../src/core/reports/fish-cost/check-costs.server'
import { checkFacts } from '../src/core/reports/facts/month-facts.server'
import { openDatabase } from '../src/server/db/client'
import { companyIds } from '../src/server/db/companies'
import { checkLedger } from '../src/server/db/ledger/check'

const SHOWN = 20
const reading = { ...ledgerReading, checks: [...ledgerReading.checks, checkFacts, checkUses, checkCosts] }

/** All statements of a check see one snapshot, whatever is written meanwhile. */
function ofOneMoment(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c default_transaction_isolation=repeatable\\ read')
  return url.href
}

/** Replays the books of every company, and prints what differs from what is stored. */
export async function checkBooks(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(ofOneMoment(databaseUrl), 2, { patient: true })
  let sound = true
  try {
    for await (const company of companyIds(database)) {
      // data that cannot even be read is reported too, and the other companies are still checked
      const found = await database
        .transaction(company, (tx) => checkLedger(tx, company, reading))
        .catch((error: unknown) => [`cannot be checked: ${error instanceof Error ? error.message : String(error)}`])
      console.log(`Company ${company}: ${found.length === 0 ? 'the ledgers are right' : `${found.length} differences`}`)
      for (const line of found.slice(0, SHOWN)) console.log(`  ${line}`)
      if (found.length > 0) sound = false
    }
  } finally {
    await database.close()
  }
  return sound
}
