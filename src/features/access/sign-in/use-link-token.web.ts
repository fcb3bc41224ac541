import { useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { parseQuery, type Query } from '../../../shared/query'
import { navigate } from '../../../web/router/address'

/**
 * The secret of a letter's link. It follows the #, which browsers send to nobody, and is removed from the address at
 * once, so that neither the history of a shared computer nor a link to another site reveals it. Another letter's link
 * may be opened while the page is open.
 */
export function useLinkToken(): string | undefined {
  const { pathname, hash, search } = useLocation()
  // letters of earlier versions, valid for a week, have it in the query
  const given = parseQuery(hash).token ?? (search as Query).token
  const [token, setToken] = useState(given)
  useEffect(() => {
    if (given === undefined) return
    setToken(given)
    navigate(pathname, { replace: true })
  }, [given, pathname])
  return typeof token === 'string' ? token : undefined
}
