import { Button } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCan, useUser } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { confirm } from '../../../web/ui/overlay/confirm'
import { Window } from '../../../web/ui/overlay/window'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { factorCalls } from '../second-factor/second-factor.contract'
import { SessionList } from './session-list.web'
import { sessionsCalls } from './sessions.contract'
import type { SessionsOf } from './user-sessions-host.web'
import styles from './sessions.module.css'

/** Sessions of a colleague: the one of a lost phone is ended here, and its second factor removed. */
export function UserSessions({ id, opened, onClose }: SessionsOf & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(sessionsCalls.listOf, { id })
  const again = () => void invalidateTags(['people'])
  const done = (text: string) => {
    notifySuccess(text)
    again()
  }
  const endAll = async () => {
    const question = t('Завершить все сеансы пользователя {{name}}? На всех устройствах придётся войти снова.', {
      name: data?.name,
    })
    if (!(await confirm(question, { yes: t('Завершить') }))) return
    await call(sessionsCalls.endAllOf, { id }).then(() => done(t('Сеансы завершены')), again)
  }
  const others = data?.sessions.some(({ current }) => !current)
  return (
    <Window
      opened={opened}
      onClose={onClose}
      icon="screen"
      title={t('Сеансы')}
      subtitle={data?.name}
      footer={
        others && (
          <Button variant="default" leftSection={<Icon name="exit" size={16} />} onClick={() => void endAll()}>
            {t('Завершить все')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowSkeletons rows={3} height={60} />}
      {data && <FactorOf id={id} name={data.name} on={data.second_factor} onDone={done} />}
      {data?.sessions.length === 0 && <EmptyState icon="screen" text={t('Сейчас нигде не выполнен вход.')} />}
      {data && (
        <SessionList
          sessions={data.sessions}
          onEnd={(one) =>
            void call(sessionsCalls.endOf, { id, session: one.id }).then(() => done(t('Сеанс завершён')), again)
          }
        />
      )}
    </Window>
  )
}

interface FactorOfProps {
  id: number
  name: string
  on: boolean
  onDone: (text: string) => void
}

function FactorOf({ id, name, on, onDone }: FactorOfProps) {
  const { t } = useTranslation()
  const can = useCan()
  const user = useUser()
  const mayReset = can('set passwords') && user.id !== id
  const reset = async () => {
    const question = t(
      'Снять второй фактор с пользователя {{name}}? Он войдёт по одному паролю, а его сеансы завершатся.',
      {
        name,
      },
    )
    if (!(await confirm(question, { yes: t('Снять') }))) return
    await call(factorCalls.reset, { id }).then(
      () => onDone(t('Второй фактор снят')),
      () => undefined,
    )
  }
  return (
    <div className={styles.factor}>
      {on ? t('Второй фактор включён') : t('Второго фактора нет')}
      {on && mayReset && (
        <Button size="xs" variant="default" onClick={() => void reset()}>
          {t('Снять второй фактор')}
        </Button>
      )}
    </div>
  )
}
