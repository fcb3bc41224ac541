import type { KeyboardEvent } from 'react'
import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { FieldBox, useFrame, type FieldProps } from './field'

interface TextFieldProps extends FieldProps {
  maxLength?: number
  /** texts offered while typing, without duplicates */
  suggestions?: string[]
}

/** How many matching suggestions are shown. */
const OFFERED = 8

/** One line of text. */
export function TextField({ action, maxLength, suggestions, ...props }: TextFieldProps) {
  const frame = useFrame(props)
  if (suggestions)
    return (
      <FieldBox action={action}>
        <Autocomplete
          {...frame}
          data={suggestions}
          limit={OFFERED}
          value={props.value ?? ''}
          maxLength={maxLength}
          autoComplete="off"
          comboboxProps={{ shadow: 'md', transitionProps: { duration: 0 } }}
          onChange={props.onChange}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
        />
      </FieldBox>
    )
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

interface NoteFieldProps extends FieldProps {
  autoFocus?: boolean
  /** lines of an empty one */
  rows?: number
  maxLength?: number
}

/**
 * A note that grows with its text. Enter adds a line, Ctrl+Enter saves the form. With `autoFocus` the form starts here,
 * not in its first empty field.
 */
export function NoteField({ action, autoFocus, rows = 2, maxLength = 2000, ...props }: NoteFieldProps) {
  const frame = useFrame(props)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <FieldBox action={action}>
      <Textarea
        {...frame}
        data-autofocus={autoFocus || undefined}
        value={props.value ?? ''}
        autosize
        minRows={rows}
        maxRows={8}
        maxLength={maxLength}
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onKeyDown={onKeyDown}
      />
    </FieldBox>
  )
}
