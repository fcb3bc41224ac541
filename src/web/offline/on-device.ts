/** Begins to keep the application and what it reads on this device. */
import { startKeeping } from './keeping'
import { startRemembering } from './remembered'
import { startShell } from './app-shell/shell'

export function startOnDevice(): void {
  startRemembering()
  startShell()
  startKeeping()
}
