import { useState } from 'react'

/**
 * A question that the first touch meets and the second one answers: `ask()` is true when one has to look first. Other
 * numbers make another question.
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
