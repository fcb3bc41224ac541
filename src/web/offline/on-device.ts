/** Begins to keep the application and what it reads on this device. */
import { startKeeping } from './keeping'
import { startPersisting } from './persisted-answers'
import { startShell } from './app-shell/shell'

export function startOnDevice(): void {
  startPersisting()
  startShell()
  startKeeping()
}
