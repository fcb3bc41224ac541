import type { Action } from '../../../web/actions'
import { notifyError } from '../../../web/notify'

/** A disabled action stays reachable and says why: in its title, and to screen readers when it is tried. */
export function perform(action: Action, close: () => void): void {
  if (action.disabledReason) return notifyError(action.disabledReason)
  close()
  action.run()
}

/** Runs the action of a key, pressed in a menu or on a focused cage. */
export function performHotkey(groups: Action[][], key: string, close: () => void): boolean {
  const action = groups.flat().find(({ hotkey }) => hotkey === key)
  if (action) perform(action, close)
  return action !== undefined
}
