import { useEffect, useState } from 'react'
import { useUser } from '../../../web/session'
import { PagePending } from '../../../web/layout/full-page'
import { lazyPart } from '../../../web/lazy'

const load = () => import('./factor-gate.web')

/** Shown instead of the application to users who may do nothing else. */
export const FactorGate = lazyPart(
  () => load().then(({ FactorGate }) => FactorGate),
  () => <PagePending />,
)
const FactorWindow = lazyPart(() => load().then(({ FactorWindow }) => FactorWindow))

/**
 * Shows the set-up of a second factor above the open page; mounted once in the layout. It stays until the recovery
 * codes were seen.
 */
export function FactorHost() {
  const { factor_needed: needed } = useUser()
  const [opened, open] = useState(false)
  const [wanted, want] = useState(false)
  useEffect(() => {
    if (!needed) return
    want(true)
    open(true)
  }, [needed])
  return wanted && <FactorWindow opened={opened} onDone={() => open(false)} />
}
