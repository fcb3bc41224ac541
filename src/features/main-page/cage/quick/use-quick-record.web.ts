import { useState } from 'react'
import { showDay, timeOf } from '../../../../shared/dates'
import { errorText, isApiError, newKey } from '../../../../web/api'
import { farmTimeOf, useUserSettings } from '../../../../web/session'
import { saveOperation } from '../../../../core/documents/form/operation-write.web'
import type { KindName } from '../../../../core/documents/kinds/kinds.contract'

/** Records one number of a cage for now, without a window. `doubts` are its warnings. */
export function useQuickRecord(kind: KindName, warnings: readonly string[], onDone: () => void) {
  const [{ 'avg-weight-unit': units }] = useUserSettings()
  const [fault, setFault] = useState<string | null>(null)
  const [idempotencyKey, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [met, setMet] = useState(false)
  // the second touch answers the question of the first
  const asked = met && warnings.length > 0 ? warnings.join(' ') : null
  const record = async (values: Record<string, unknown>) => {
    if (busy) return
    if (warnings.length > 0 && asked === null) return setMet(true)
    const now = farmTimeOf()
    setBusy(true)
    try {
      await saveOperation({
        kind,
        values: { ...values, date: showDay(now), time: timeOf(now) },
        idempotencyKey,
        units,
      })
      onDone()
    } catch (error) {
      const text = isApiError(error) ? Object.values(error.errors ?? {})[0]?.[0] : undefined
      setFault(text ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }
  /** another number is another record with its own warnings */
  const begin = () => {
    setFault(null)
    setMet(false)
    setKey(newKey())
  }
  return { asked, busy, fault, record, begin }
}
