/** Looks after this browser's subscription while somebody is signed in. */
import { useEffect } from 'react'
import { currentOwner } from '../../../web/session'
import { wantedBy } from './push-wanted.web'

/** Beside every page. */
export function PushHost() {
  useEffect(() => {
    if (wantedBy() === null || wantedBy() !== currentOwner()) return
    // without a network the next page does it
    void import('./push-subscription.web').then(({ resume }) => resume()).catch(() => undefined)
  }, [])
  return null
}
