/** A window of what is shown once: a token or a secret that has just been made. */
import { type ReactNode, useRef } from 'react'
import { Button, Stack } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Window } from './window'

interface ShownOnceProps<T> {
  title: string
  /** null closes it */
  made: T | null
  onClose: () => void
  children: (made: T) => ReactNode
}

export function ShownOnce<T extends { name: string }>({ title, made, onClose, children }: ShownOnceProps<T>) {
  const { t } = useTranslation()
  // a window that closes still shows what it showed
  const last = useRef(made)
  if (made) last.current = made
  const shown = made ?? last.current
  return (
    <Window
      title={title}
      subtitle={shown?.name}
      icon="key"
      opened={made !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      footer={
        <Button ml="auto" onClick={onClose}>
          {t('Готово')}
        </Button>
      }
    >
      <Stack gap="lg">{shown && children(shown)}</Stack>
    </Window>
  )
}
