import { useEffect, useState } from 'react'
import { parseQuery } from '../../../shared/query'
import { navigate, useAddress } from '../../../web/router/address'

/**
 * The secret of a letter's link. It stands behind the #, which a browser sends to nobody, and leaves the address at
 * once: neither the history of a shared computer nor a link to another site may tell it. Another link of a letter may
 * be opened while the page stands open.
 */
export function useLinkToken(): string | undefined {
  const { pathname, hash, search } = useAddress()
  // letters of earlier versions, which hold for a week, have it in the query
  const given = parseQuery(hash.slice(1)).token ?? parseQuery(search).token
  const [token, setToken] = useState(given)
  useEffect(() => {
    if (given === undefined) return
    setToken(given)
    navigate(pathname, { replace: true })
  }, [given, pathname])
  return typeof token === 'string' ? token : undefined
}
