import { lazy, Suspense, useEffect, useState } from 'react'
import { useSignedOut } from '../../../web/offline/signed-out'

const load = () => import('./sign-in-again.web').then(({ SignInAgain }) => ({ default: SignInAgain }))
const SignInAgain = lazy(load)

/** Where one signs in again over the open page; mounted once in the layout. */
export function SignInHost() {
  const signedOut = useSignedOut()
  const [wanted, want] = useState(false)
  useEffect(() => {
    if (signedOut) want(true)
  }, [signedOut])
  return <Suspense fallback={null}>{wanted && <SignInAgain opened={signedOut} />}</Suspense>
}
