/**
 * The way of a file: read into memory, shown by the server without storing anything, stored when the person says so.
 */
import { useRef, useState } from 'react'
import { parseDay } from '../../../shared/dates'
import { isApiError, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { upload } from '../../../web/upload'
import { notifySuccess } from '../../../web/notify'
import { importCalls, MAX_UPLOAD_BYTES, UPLOAD_FAILED, type ImportAnswer } from './measurement-import.contract'
import { refreshMeasurements } from '../readings/use-measurements.web'

interface PickedFile {
  name: string
  content: Blob
}

export interface Import {
  file: PickedFile | null
  /** 0 to 1 while it travels, 1 while the server works, null at rest */
  progress: number | null
  /** a Russian text */
  problem: string | null
  preview: ImportAnswer | null
  pick: (file: File) => void
  load: () => void
}

/**
 * Without a connection, and with a text for the user, the error speaks for itself; else the text of the specification.
 */
const problemOf = (error: unknown): string =>
  isApiError(error) && error.message && (error.msgShouldBeShown || error.status === 0 || error.status === 403)
    ? error.message
    : UPLOAD_FAILED

/** `onLoaded` gets the last day of what was stored. */
export function useImport(locationId: number, onLoaded: (day: string | null) => void): Import {
  const { t } = useTranslation()
  const [file, setFile] = useState<PickedFile | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [preview, setPreview] = useState<ImportAnswer | null>(null)
  const key = useRef('')
  const send = async (one: PickedFile, asPreview: boolean): Promise<ImportAnswer | null> => {
    setProblem(null)
    setProgress(0)
    try {
      const input = { location_id: locationId, preview: asPreview }
      const options = { onProgress: setProgress, idempotencyKey: asPreview ? newKey() : key.current, quiet: true }
      return await upload(importCalls.upload, input, one, options)
    } catch (error) {
      setProblem(problemOf(error))
      return null
    } finally {
      setProgress(null)
    }
  }
  const pick = async (picked: File) => {
    setPreview(null)
    if (picked.size > MAX_UPLOAD_BYTES) return setProblem('Файл больше 10 МБ: разделите его на части.')
    // the bytes of now: the file itself may be changed in Excel before the second sending
    const one = { name: picked.name, content: new Blob([await picked.arrayBuffer()], { type: picked.type }) }
    setFile(one)
    key.current = newKey()
    setPreview(await send(one, true))
  }
  const load = async () => {
    if (!file || progress !== null) return
    const answer = await send(file, false)
    if (!answer) return
    // meanwhile something changed, and now the file does not fit
    if (answer.preview) return setPreview(answer)
    notifySuccess(t('Данные замеров загружены!'))
    void refreshMeasurements()
    onLoaded(answer.last_date && parseDay(answer.last_date))
  }
  return { file, progress, problem, preview, pick: (one) => void pick(one), load: () => void load() }
}
