/** Opens the setup wizard from the bar at the top and from the search; its code is fetched when it is opened. */
import { useMemo } from 'react'
import { createStore, useStore } from '@mantine/store'
import { type Action, useOfferedActions } from '../../web/actions'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { lazyPart } from '../../web/lazy'
import { useCan, useCompanySettings } from '../../web/session'
import { usePhone } from '../../web/ui/use-phone'
import classes from './wizard-button.module.css'

const shown = createStore({ opened: false })
const show = (opened: boolean) => shown.setState({ opened })

const Panel = lazyPart(() => import('./wizard-panel.web').then(({ WizardPanel }) => WizardPanel))

export function WizardButton() {
  const { t } = useTranslation()
  const { opened } = useStore(shown)
  const may = useCan()('access wizard')
  const completed = useCompanySettings()['wizard-completed']
  const phone = usePhone()
  // the bar of a phone is short: once the farm is set up it stands in the search alone
  if (!may || (phone && completed)) return null
  return (
    <button
      type="button"
      className={classes.tool}
      title={t('Мастер настройки')}
      aria-label={t('Мастер настройки')}
      aria-expanded={opened}
      onClick={() => show(!opened)}
    >
      <Icon name="wand" />
    </button>
  )
}

export function WizardHost() {
  const { t } = useTranslation()
  const actions = useMemo(
    (): Action[] => [
      {
        id: 'setup-wizard',
        title: t('Мастер настройки'),
        icon: 'wand',
        ability: 'access wizard',
        run: () => show(true),
      },
    ],
    [t],
  )
  useOfferedActions('setup wizard', actions)
  return useStore(shown).opened ? <Panel onClose={() => show(false)} /> : null
}
