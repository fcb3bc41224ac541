import { useEffect } from 'react'
import { listenToCalls } from '../../../web/api'
import { createWindowHost } from '../../../web/ui/overlay/window-host'

export interface PasswordAsked {
  /** false when the window was closed without it */
  onAnswer: (confirmed: boolean) => void
}

const passwords = createWindowHost<PasswordAsked>(() =>
  import('./password-window.web').then(({ PasswordWindow }) => PasswordWindow),
)

let asking: Promise<boolean> | null = null

/** However many calls want it, the person types it once. */
const ask = () =>
  (asking ??= new Promise<boolean>((onAnswer) => passwords.open({ onAnswer })).finally(() => (asking = null)))

/** Where the password is asked for again, over any page; mounted once in the layout. */
export function PasswordHost() {
  useEffect(() => listenToCalls({ passwordNeeded: ask }), [])
  return <passwords.Host />
}
