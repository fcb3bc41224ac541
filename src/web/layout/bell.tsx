import { useEffect, useRef, useState } from 'react'
import { dayOf, showDay, timeOf } from '../../shared/dates'
import { type Notice, NOTICES, noticesCall } from '../../shared/notices/notices'
import { useConnectivity } from '../connectivity'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useCall } from '../query-client'
import { Link } from '../router/router'
import { useNow, useUserSettings } from '../session'
import { Dropdown } from '../ui/overlay/dropdown'
import styles from './bell.module.css'
import navbar from './navbar.module.css'

export function Bell({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  // not refetched by the clock: regular calls would keep an idle session from ending
  const notices = useCall(noticesCall, {}).data ?? []
  const [{ 'notices-seen': seen }] = useUserSettings()
  const fresh = notices.filter(({ key }) => !seen.includes(key))
  const count = fresh.length
  return (
    <Dropdown
      kind="dialog"
      label={count > 0 ? t('Уведомления: {{count}} новых', { count }) : t('Уведомления')}
      className={navbar.tool}
      button={
        <span className={styles.bell}>
          <Icon name="bell" size={phone ? 22 : 18} />
          {count > 0 && <span className={styles.count}>{count}</span>}
        </span>
      }
      width={notices.length > 0 ? 400 : 280}
    >
      {(close) => <Opened notices={notices} fresh={fresh} close={close} />}
    </Dropdown>
  )
}

/** Opening the list marks its notices as seen; new ones stay marked until it is closed. */
function Opened({ notices, fresh, close }: { notices: Notice[]; fresh: Notice[]; close: () => void }) {
  const { t } = useTranslation()
  const online = useConnectivity() === 'online'
  const [, save] = useUserSettings()
  const [asOpened] = useState(() => fresh.map(({ key }) => key))
  const told = useRef('')
  const unseen = fresh.map(({ key }) => key).join(' ')
  const keys = notices.map(({ key }) => key).join(' ')
  useEffect(() => {
    // without a network they stay new; a failed request is not repeated
    if (unseen === '' || !online || told.current === keys) return
    told.current = keys
    save({ 'notices-seen': keys.split(' ') })
  }, [unseen, keys, online, save])
  if (notices.length === 0) return <p className={navbar.quiet}>{t('Новых уведомлений нет')}</p>
  return (
    <>
      <h2 className={styles.title}>{t('Уведомления')}</h2>
      <ul className={styles.list}>
        {notices.map((notice) => (
          <Line
            key={notice.key}
            notice={notice}
            fresh={fresh.includes(notice) || asOpened.includes(notice.key)}
            onClick={close}
          />
        ))}
      </ul>
    </>
  )
}

function Line({ notice, fresh, onClick }: { notice: Notice; fresh: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const { kind, text, at, href } = notice
  return (
    <li>
      <Link to={href} className={styles.line} data-fresh={fresh || undefined} onClick={onClick}>
        <Icon name={NOTICES[kind]} />
        <span className={styles.words}>
          {text}
          <span className={styles.when}>
            <When at={at} />
            {fresh && <span className={styles.fresh}>{t('новое')}</span>}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** «14:05», «23.11.2026 14:05»; for a whole day «Сегодня», «23.11.2026». */
function When({ at }: { at: string }) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const time = at.includes('T') ? timeOf(at) : null
  if (dayOf(at) === today) return time ?? t('Сегодня')
  return time ? `${showDay(at)} ${time}` : showDay(at)
}
