/** Starts keeping the application and its answers on this device. */
import { startKeeping } from './keeping'
import { startPersisting } from './persisted-answers'
import { startShell } from './app-shell/shell'

export function startOnDevice(): void {
  startPersisting()
  startShell()
  startKeeping()
}
