import { correction as contract } from './correction.contract'
import { countedServer } from './counted.server'

export const correction = countedServer(contract)
