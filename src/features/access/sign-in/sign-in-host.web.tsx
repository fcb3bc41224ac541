import { useEffect, useState } from 'react'
import { useSignedOut } from '../../../web/offline/signed-out'
import { lazyPart } from '../../../web/lazy'

const load = () => import('./sign-in-again.web').then(({ SignInAgain }) => SignInAgain)
const SignInAgain = lazyPart(load)

/** Signs in again above the open page; mounted once in the layout. */
export function SignInHost() {
  const signedOut = useSignedOut()
  const [wanted, want] = useState(false)
  useEffect(() => {
    if (signedOut) want(true)
  }, [signedOut])
  return wanted && <SignInAgain opened={signedOut} />
}
