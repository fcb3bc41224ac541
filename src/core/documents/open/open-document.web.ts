/** Opens a document for reading above any page; the page's address names it, so that the link can be sent. */
import { useAddressQuery } from '../../../web/router/address'
import { writeAddress } from '../../../web/pages/crud-details'

const DOCUMENT = 'document'

export const openDocument = (id: number): void => writeAddress({ [DOCUMENT]: id })
export const closeDocument = (): void => writeAddress({ [DOCUMENT]: undefined }, true)

/** Which one is open. */
export function useOpenDocument(): number | undefined {
  const id = Number(useAddressQuery()[DOCUMENT])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
