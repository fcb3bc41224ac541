/** The thread that keeps what the fish of a company cost. */
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../../../server/db/client'
import { keepCosts } from './keep-costs.server'

export interface CostsOrder {
  ownerUrl: string
  company: number
}

const { ownerUrl, company } = workerData as CostsOrder
const database = openDatabase(ownerUrl, 1, { patient: true })
await keepCosts(database, company).finally(() => database.close())
