import { useLayoutEffect, useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { caretIn } from './decimal-text'

const SPACE = '\u00a0'

/** Deleting a space between thousands deletes the digit next to it instead. */
function skipSpace(event: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
  if (start === null || start !== end) return
  const back = event.key === 'Backspace' && value[start - 1] === SPACE
  const ahead = event.key === 'Delete' && value[start] === SPACE
  if (back) event.currentTarget.setSelectionRange(start - 1, start - 1)
  if (ahead) event.currentTarget.setSelectionRange(start + 1, start + 1)
}

/**
 * Formats a number while it is typed, with thousands apart. Focus selects all of it, ready to be replaced; a click
 * moves the cursor after the focus event, so it is selected again in the next frame, unless something was typed by
 * then: fast typing must not lose its first digits. The caret stays between the same digits.
 */
export function useTyping() {
  const untouched = useRef(false)
  const typed = useRef<{ input: HTMLInputElement; text: string; caret: number } | null>(null)
  const [, draw] = useState(0)
  useLayoutEffect(() => {
    if (!typed.current) return
    const { input, text, caret } = typed.current
    typed.current = null
    const place = caretIn(input.value, text, caret)
    if (document.activeElement === input) input.setSelectionRange(place, place)
  })
  return {
    /** the field's text after a key; rendered again even when the number is the same */
    read: ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string => {
      untouched.current = false
      typed.current = { input, text: input.value, caret: input.selectionStart ?? input.value.length }
      draw((count) => count + 1)
      return input.value
    },
    onFocus: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      untouched.current = true
      input.select()
      requestAnimationFrame(() => untouched.current && document.activeElement === input && input.select())
    },
    onKeyDown: skipSpace,
  }
}
