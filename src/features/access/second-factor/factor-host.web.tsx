import { useEffect, useState } from 'react'
import { useUser } from '../../../web/session'
import { PagePending } from '../../../web/layout/full-page'
import { lazyPart } from '../../../web/lazy'

const load = () => import('./factor-gate.web')

/** In place of the application, for whoever may do nothing else. */
export const FactorGate = lazyPart(
  () => load().then(({ FactorGate }) => FactorGate),
  () => <PagePending />,
)
const FactorWindow = lazyPart(() => load().then(({ FactorWindow }) => FactorWindow))

/**
 * Where a second factor is set up over the open page; mounted once in the layout. It stays until its codes were seen.
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
