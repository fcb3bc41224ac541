import { useState } from 'react'

/**
 * Warnings shown at the first touch and confirmed by the second: `ask()` is true when they have to be read first. Other
 * values make another question.
 */
export function useQuestion(texts: ReadonlyMap<number, string>) {
  const question = JSON.stringify([...texts])
  const [met, setMet] = useState('')
  const open = texts.size > 0 && met === question
  return {
    /** the question is in sight */
    open,
    ask: (): boolean => {
      if (texts.size === 0 || open) return false
      setMet(question)
      return true
    },
  }
}
