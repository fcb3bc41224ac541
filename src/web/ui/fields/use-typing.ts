import { useLayoutEffect, useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { caretIn } from './decimal-text'

const SPACE = '\u00a0'

/** A space between thousands is no sign of its own: what is deleted is the digit behind it. */
function skipSpace(event: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
  if (start === null || start !== end) return
  const back = event.key === 'Backspace' && value[start - 1] === SPACE
  const ahead = event.key === 'Delete' && value[start] === SPACE
  if (back) event.currentTarget.setSelectionRange(start - 1, start - 1)
  if (ahead) event.currentTarget.setSelectionRange(start + 1, start + 1)
}

/**
 * A number that is typed with its thousands apart. On focus all of it is selected, ready to be typed over; a click puts
 * the cursor later than the focus comes, so it is selected once more on the next frame, unless something was typed by
 * then: a quick hand must not lose its first digits. The caret stays between the digits where it was.
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
    /** what the field holds after a key; it is drawn anew even when the number is the same */
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
