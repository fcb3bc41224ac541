/**
 * The steps of an import: the file is read into memory, previewed by the server, and stored when the person confirms.
 */
import { useRef, useState } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '../../../shared/contract'
import { isApiError, newKey } from '../../api'
import { upload } from '../../files/upload'

interface PickedFile {
  name: string
  content: Blob
}

export interface FileLoad<A> {
  file: PickedFile | null
  /** 0 to 1 while uploading, 1 while the server works, null otherwise */
  progress: number | null
  /** a Russian text */
  problem: string | null
  preview: A | null
  pick: (file: File) => void
  load: () => void
}

interface FileLoadOptions<E extends Endpoint> {
  endpoint: E
  /** beside the file and `preview` */
  input: object
  /** shown when the error has no text for people */
  failed: string
  onLoaded: (answer: AnswerOf<E>) => void
}

const MAX_BYTES = 10_000_000

/** Without a connection, and when it has a text for people, the error's own text is shown. */
const problemOf = (error: unknown, failed: string): string =>
  isApiError(error) && error.message && (error.msgShouldBeShown || error.status === 0 || error.status === 403)
    ? error.message
    : failed

export function useFileLoad<E extends Endpoint>({ endpoint, input, failed, onLoaded }: FileLoadOptions<E>) {
  type Answer = AnswerOf<E>
  const [file, setFile] = useState<PickedFile | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [preview, setPreview] = useState<Answer | null>(null)
  const key = useRef('')
  const send = async (one: PickedFile, asPreview: boolean): Promise<Answer | null> => {
    setProblem(null)
    setProgress(0)
    try {
      const options = { onProgress: setProgress, idempotencyKey: asPreview ? newKey() : key.current, quiet: true }
      return await upload(endpoint, { ...input, preview: asPreview } as InputOf<E>, one, options)
    } catch (error) {
      setProblem(problemOf(error, failed))
      return null
    } finally {
      setProgress(null)
    }
  }
  const pick = async (picked: File) => {
    setPreview(null)
    if (picked.size > MAX_BYTES) return setProblem('Файл больше 10 МБ: разделите его на части.')
    // the bytes as they are now: the file may change in Excel before it is sent again
    const one = { name: picked.name, content: new Blob([await picked.arrayBuffer()], { type: picked.type }) }
    setFile(one)
    key.current = newKey()
    setPreview(await send(one, true))
  }
  const load = async () => {
    if (!file || progress !== null) return
    const answer = await send(file, false)
    if (answer) onLoaded(answer)
  }
  const steps = { pick: (one: File) => void pick(one), load: () => void load() }
  return { file, progress, problem, preview, ...steps } satisfies FileLoad<Answer>
}
