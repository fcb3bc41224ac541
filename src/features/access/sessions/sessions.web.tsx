import { Button } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { confirm } from '../../../web/ui/overlay/confirm'
import { RowSkeletons } from '../../../web/ui/skeletons'
import access from '../sign-in/access.module.css'
import { SessionList } from './session-list.web'
import { sessionsCalls } from './sessions.contract'
import styles from './sessions.module.css'

/** Part of the profile: the user's sessions, which can be ended here. */
export function Sessions() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(sessionsCalls.list, {})
  const others = data?.filter(({ current }) => !current).length ?? 0
  /** What fails is told by the shared handler. */
  const done = (text: string) => {
    notifySuccess(text)
    void invalidateTags(['people'])
  }
  const again = () => void invalidateTags(['people'])
  const endOthers = async () => {
    const question = t('Завершить все сеансы, кроме этого? На тех устройствах придётся войти снова.')
    if (!(await confirm(question, { yes: t('Завершить') }))) return
    await call(sessionsCalls.endOthers, {}).then(() => done(t('Остальные сеансы завершены')), again)
  }
  return (
    <section className={access.panel} aria-labelledby="sessions">
      <h2 id="sessions">{t('Сеансы')}</h2>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowSkeletons rows={2} height={60} />}
      {data && (
        <SessionList
          sessions={data}
          onEnd={({ id }) => void call(sessionsCalls.end, { id }).then(() => done(t('Сеанс завершён')), again)}
        />
      )}
      {others > 0 && (
        <div className={styles.foot}>
          <Button variant="default" leftSection={<Icon name="exit" size={16} />} onClick={() => void endOthers()}>
            {t('Завершить остальные')}
          </Button>
        </div>
      )}
    </section>
  )
}
