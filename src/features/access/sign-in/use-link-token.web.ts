import { useEffect, useState } from 'react'
import { parseQuery } from '../../../shared/query'
import { navigate, useAddress } from '../../../web/router/address'

/**
 * The secret of a letter's link. It follows the #, which browsers send to nobody, and is removed from the address at
 * once, so that neither the history of a shared computer nor a link to another site reveals it. Another letter's link
 * may be opened while the page is open.
 */
export function useLinkToken(): string | undefined {
  const { pathname, hash, search } = useAddress()
  // letters of earlier versions, valid for a week, have it in the query
  const given = parseQuery(hash.slice(1)).token ?? parseQuery(search).token
  const [token, setToken] = useState(given)
  useEffect(() => {
    if (given === undefined) return
    setToken(given)
    navigate(pathname, { replace: true })
  }, [given, pathname])
  return typeof token === 'string' ? token : undefined
}
