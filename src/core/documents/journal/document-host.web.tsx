import { useCallback, useRef } from 'react'
import { showInstant } from '../../../shared/dates'
import { useOfferedSearch, type Action } from '../../../web/actions'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { lazyPart } from '../../../web/lazy'
import { contractOf, kindNamed } from '../kinds/kinds.contract'
import { readingCalls } from '../reading/reading.contract'
import { closeDocument, openDocument, useOpenDocument } from '../open/open-document.web'

const DocumentWindow = lazyPart(() => import('./document-window.web').then((module) => module.DocumentWindow))

/** A number of a waybill has a digit. */
const isNumber = (query: string) => /\d/.test(query)

/** Documents by the numbers of their waybills. */
function useWaybillSearch() {
  const { t } = useTranslation()
  const search = useCallback(
    async (query: string): Promise<Action[]> => {
      const found = isNumber(query) ? await call(readingCalls.search, { waybill_number: query }) : []
      return found.flatMap(({ id, kind, datetime, waybill_number, counterparty }) => {
        const name = kindNamed(kind)
        if (!name) return []
        const { title, icon } = contractOf(name)
        return {
          id: `document ${id}`,
          title: `${t(title)} ${waybill_number}`,
          place: [counterparty, showInstant(datetime)].filter(Boolean).join(', '),
          icon,
          group: t('Документы'),
          run: () => openDocument(id),
        }
      })
    },
    [t],
  )
  useOfferedSearch('documents', search)
}

/** Shows the document that the address names, above any page. */
export function DocumentHost() {
  useWaybillSearch()
  const id = useOpenDocument()
  // a window that closes still shows what it showed
  const last = useRef(id)
  if (id !== undefined) last.current = id
  if (last.current === undefined) return null
  return <DocumentWindow key={last.current} id={last.current} opened={id !== undefined} onClose={closeDocument} />
}
