/** A secret just made: it is shown once. */
import { useRef } from 'react'
import { Button, Stack } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { CopyLine } from '../../../web/ui/copy-line'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'

export interface NewSecret {
  name: string
  secret: string
}

export function SecretWindow({ made, onClose }: { made: NewSecret | null; onClose: () => void }) {
  const { t } = useTranslation()
  // a window that closes still shows what it showed
  const last = useRef(made)
  if (made) last.current = made
  const { name = '', secret = '' } = made ?? last.current ?? {}
  return (
    <Window
      title={t('Секрет подписи')}
      subtitle={name}
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
      <Stack gap="lg">
        <CopyLine label={t('Секрет')} text={secret} />
        <NoteBox kind="warn">
          {t('Скопируйте секрет сейчас: он показан один раз. По нему программа узнаёт, что тревога пришла отсюда.')}
        </NoteBox>
      </Stack>
    </Window>
  )
}
