/** «Тревоги»: what rings now, what rang, and the rules. */
import * as z from 'zod'
import { useTranslation } from '../../web/i18n'
import { lazyPart } from '../../web/lazy'
import { useUrlFilters } from '../../web/router/url-filters'
import { useCan } from '../../web/session'
import { Tabs } from '../../web/ui/tabs'
import { PushButton } from './telling/push-button.web'
import { OpenAlarms } from './open-alarms.web'
import classes from './alarms.module.css'

const PastAlarms = lazyPart(() => import('./past-alarms.web').then((module) => module.PastAlarms))
const RuleList = lazyPart(() => import('./rule-list.web').then((module) => module.RuleList))

const HookList = lazyPart(() => import('./hooks/hook-list.web').then((module) => module.HookList))

const schema = z.object({ show: z.enum(['now', 'past', 'rules', 'hooks']) })
type Shown = z.infer<typeof schema>['show']
const USUAL: { show: Shown } = { show: 'now' }

export function AlarmsPage() {
  const { t } = useTranslation()
  const [{ show }, set] = useUrlFilters(schema, USUAL)
  const may = useCan()('access settings')
  const shown = (show === 'rules' || show === 'hooks') && !may ? 'now' : show
  const tabs = {
    now: t('Сейчас'),
    past: t('История'),
    ...(may && { rules: t('Правила'), hooks: t('Программам') }),
  } as Record<Shown, string>
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1 data-in-bar>{t('Тревоги')}</h1>
        <PushButton />
      </header>
      <Tabs label={t('Тревоги')} tabs={tabs} current={shown} onChoose={(next) => set({ show: next })}>
        {shown === 'now' && <OpenAlarms />}
        {shown === 'past' && <PastAlarms />}
        {shown === 'rules' && <RuleList />}
        {shown === 'hooks' && <HookList />}
      </Tabs>
    </div>
  )
}
