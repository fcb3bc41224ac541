import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react'

/**
 * While a field rests it shows thousands apart; under the cursor the plain digits, all selected, ready to be typed over. They are
 * selected before the next key is heard; a click puts the cursor later than the focus comes, so they are selected once more on the
 * next frame, unless something was typed by then: a quick hand must not lose its first digits.
 */
export function useTyping(readOnly = false) {
  const [editing, setEditing] = useState(false)
  const field = useRef<HTMLInputElement | null>(null)
  const untouched = useRef(false)
  useLayoutEffect(() => {
    if (editing && document.activeElement === field.current) field.current?.select()
  }, [editing])
  const events = {
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      const input = event.currentTarget
      field.current = input
      untouched.current = true
      setEditing(!readOnly)
      requestAnimationFrame(() => untouched.current && document.activeElement === input && input.select())
    },
    onInput: () => void (untouched.current = false),
    onBlur: () => setEditing(false),
  }
  return { editing, events }
}
