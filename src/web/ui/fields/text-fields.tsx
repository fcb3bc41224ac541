import type { KeyboardEvent } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import { FieldBox, useFrame, type FieldProps } from './field'

/** One line of text. */
export function TextField({ action, maxLength, ...props }: FieldProps & { maxLength?: number }) {
  const frame = useFrame(props)
  return (
    <FieldBox action={action}>
      <TextInput
        {...frame}
        value={props.value ?? ''}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
      />
    </FieldBox>
  )
}

/** A note that grows with its text. Enter makes a new line, Ctrl+Enter saves the form. */
export function NoteField({ action, ...props }: FieldProps) {
  const frame = useFrame(props)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <FieldBox action={action}>
      <Textarea
        {...frame}
        value={props.value ?? ''}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onKeyDown={onKeyDown}
      />
    </FieldBox>
  )
}
