import { useTranslation } from '../../../web/i18n'
import { CopyLine } from '../../../web/ui/copy-line'
import { NoteBox } from '../../../web/ui/note-box'
import { ShownOnce } from '../../../web/ui/overlay/shown-once'

export interface NewSecret {
  name: string
  secret: string
}

export function SecretWindow({ made, onClose }: { made: NewSecret | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnce title={t('Секрет подписи')} made={made} onClose={onClose}>
      {({ secret }) => (
        <>
          <CopyLine label={t('Секрет')} text={secret} />
          <NoteBox kind="warn">
            {t('Скопируйте секрет сейчас: он показан один раз. По нему программа узнаёт, что тревога пришла отсюда.')}
          </NoteBox>
        </>
      )}
    </ShownOnce>
  )
}
