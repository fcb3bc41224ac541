import { countedServer } from '../correction/counted.server'
import { closeOut as contract } from './close-out.contract'

export const closeOut = countedServer(contract)
