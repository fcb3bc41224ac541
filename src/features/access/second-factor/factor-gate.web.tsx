/** The company requires a second factor and the user has none: until it is set up, all other calls are refused. */
import { useTranslation } from '../../../web/i18n'
import { flush } from '../../../web/offline/outbox/sender'
import { queryClient } from '../../../web/query-client'
import { signOut } from '../../../web/layout/sign-out'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { Window } from '../../../web/ui/overlay/window'
import access from '../sign-in/access.module.css'
import { GuestPage } from '../sign-in/guest-page.web'
import { FactorSetup } from './factor-setup.web'

const TITLE = 'Включите второй фактор'

function Demand({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const done = () => {
    void queryClient.invalidateQueries()
    void flush()
    onDone()
  }
  return (
    <>
      <NoteBox icon="lock">
        {t(
          'В хозяйстве обязателен второй фактор: при входе после пароля нужен код с телефона. Включите его, чтобы продолжить.',
        )}
      </NoteBox>
      <FactorSetup onDone={done} />
      <button type="button" className={access.back} onClick={() => void signOut()}>
        {t('Выйти')}
      </button>
    </>
  )
}

/** In place of the first page after signing in. */
export function FactorGate({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <GuestPage title={t(TITLE)}>
      <Demand onDone={onDone} />
    </GuestPage>
  )
}

/** Shown above the open page, which keeps everything typed. */
export function FactorWindow({ opened, onDone }: { opened: boolean; onDone: () => void }) {
  const { t } = useTranslation()
  const leave = async () => {
    const question = t('Без второго фактора продолжить нельзя. Выйти из программы?')
    if (await confirm(question, { yes: t('Выйти'), danger: false })) await signOut()
  }
  return (
    <>
      {opened && <div className={access.cover} />}
      <Window
        opened={opened}
        onClose={() => void leave()}
        icon="lock"
        title={t(TITLE)}
        size={440}
        closeOnClickOutside={false}
      >
        <div className={access.form}>
          <Demand onDone={onDone} />
        </div>
      </Window>
    </>
  )
}
