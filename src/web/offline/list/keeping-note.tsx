import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { notifyError, notifySuccess } from '../../notify'
import { NoteBox } from '../../ui/note-box'
import { useHomeScreen } from '../home-screen'
import { askToKeep, useKept } from '../keeping'
import styles from './outbox-window.module.css'

/** How to add to the home screen in this browser; nothing when the application is there already. */
function HomeScreenWords() {
  const { t } = useTranslation()
  const screen = useHomeScreen()
  const words = {
    'already there': null,
    'not here': null,
    'by a click': t(
      'Добавьте приложение на главный экран: оно откроется одним касанием, а браузер охотнее хранит его данные.',
    ),
    'by sharing': t('Добавьте приложение на главный экран: нажмите «Поделиться», затем «На экран „Домой“».'),
    'by the menu': t('Добавьте приложение на главный экран: в меню браузера выберите «Установить».'),
  }[screen.how]
  if (!words) return null
  return (
    <>
      <p>{words}</p>
      {screen.how === 'by a click' && (
        <Button variant="default" leftSection={<Icon name="phone" size={18} />} onClick={() => void screen.put()}>
          {t('Добавить на главный экран')}
        </Button>
      )}
    </>
  )
}

/** Whether the browser may delete the data on this device, and what one can do about it. */
export function KeepingNote() {
  const { t } = useTranslation()
  const kept = useKept()
  const inPlace = useHomeScreen().how === 'already there'
  const ask = () =>
    void askToKeep().then(
      (agreed) =>
        agreed
          ? notifySuccess(t('Браузер будет хранить записи'))
          : notifyError(t('Браузер не согласился. Добавьте приложение на главный экран и попробуйте снова.')),
      () => notifyError(t('Браузер не согласился. Добавьте приложение на главный экран и попробуйте снова.')),
    )
  if (kept === null || (kept && inPlace)) return null
  return (
    <NoteBox kind={kept ? 'info' : 'warn'} icon={kept ? 'phone' : 'alert'}>
      <div className={styles.keeping}>
        {!kept && (
          <p>
            {t(
              'Браузер может стереть записи с этого устройства: когда на нём кончится место или приложение долго не открывают. Отправляйте записи, как только есть сеть.',
            )}
          </p>
        )}
        <HomeScreenWords />
        {!kept && (
          <Button variant="default" leftSection={<Icon name="lock" size={18} />} onClick={ask}>
            {t('Попросить браузер не стирать')}
          </Button>
        )}
      </div>
    </NoteBox>
  )
}
