/** The thread that fills the demo farm: it reckons for seconds on end, and calls are answered meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { seedDemoFarm } from '../demo-farm.server'
import type { Filled, FillingOrder } from './demo.server'

const { ownerUrl, password } = workerData as FillingOrder
const tell = (filled: Filled) => parentPort!.postMessage(filled)

await seedDemoFarm(ownerUrl, (line) => tell({ line }), {
  password,
  progress: (share) => tell({ percent: Math.floor(share * 100) }),
})
