/** «Календарь на телефоне»: opens the window of one's own address, which is loaded then. */
import { useState } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { lazyPart } from '../../../web/lazy'
import { GateButton } from '../../../web/ui/gate-button'
import { usePhone } from '../../../web/ui/use-phone'
import classes from './calendar.module.css'

const CalendarWindow = lazyPart(() => import('./calendar-window.web').then((module) => module.CalendarWindow))

export function CalendarButton() {
  const { t } = useTranslation()
  const phone = usePhone()
  // a window that closes is still shown for a moment
  const [state, setState] = useState<'never' | 'opened' | 'closed'>('never')
  const open = () => setState('opened')
  return (
    <>
      {phone ? (
        <button type="button" className={classes.open} onClick={open}>
          <Icon name="phone" size={16} />
          {t('Календарь на телефоне')}
        </button>
      ) : (
        <GateButton icon="phone" variant="default" reason={null} onClick={open}>
          {t('Календарь на телефоне')}
        </GateButton>
      )}
      {state !== 'never' && <CalendarWindow opened={state === 'opened'} onClose={() => setState('closed')} />}
    </>
  )
}
