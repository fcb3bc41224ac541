import { Fragment, useEffect, useRef, useState } from 'react'
import { useShownPathname } from '../../router/address'
import { Link } from '../../router/router'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { useUser } from '../../session'
import { Dropdown } from '../../ui/overlay/dropdown'
import { MenuLink, MenuTitle } from '../../ui/overlay/dropdown-items'
import { HelpButton } from './help-button'
import { entryHere, holdsHere, isHere, sectionsOf, type MenuEntry, type SubEntry } from './menu'
import styles from './sidebar.module.css'

interface SideProps {
  menu: readonly MenuEntry[]
  /** icons only; groups open beside them */
  rail?: boolean
  /** called when a link is followed, to close the drawer */
  onFollow?: () => void
}

export function Sidebar({ menu, rail = false, onFollow }: SideProps) {
  const { t } = useTranslation()
  const pathname = useShownPathname()
  const { end_date: endDate } = useUser().company.subscription
  const list = useRef<HTMLUListElement>(null)
  // a long menu shows where one is
  useEffect(() => {
    list.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav className={styles.side} data-rail={rail || undefined} aria-label={t('Разделы')}>
      <ul ref={list} className={styles.list}>
        {menu.map((entry) => (
          <li key={entry.to}>
            {!entry.entries && (
              <Entry entry={entry} rail={rail} here={isHere(entry.to, pathname)} onFollow={onFollow} />
            )}
            {entry.entries && rail && <Flyout entry={entry} entries={entry.entries} pathname={pathname} />}
            {entry.entries && !rail && (
              <Group
                key={holdsHere(entry, pathname) ? 'here' : 'away'}
                entry={entry}
                entries={entry.entries}
                pathname={pathname}
                onFollow={onFollow}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <HelpButton rail={rail} />
        {!rail && <span className={styles.until}>{t('Подписка до {{date}}', { date: endDate })}</span>}
      </div>
    </nav>
  )
}

interface EntryProps {
  entry: MenuEntry
  rail: boolean
  here: boolean
  onFollow?: () => void
}

function Entry({ entry, rail, here, onFollow }: EntryProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={entry.to}
      className={styles.entry}
      data-here={here || undefined}
      aria-current={here ? 'page' : undefined}
      aria-label={rail ? t(entry.title) : undefined}
      title={rail ? t(entry.title) : undefined}
      onClick={onFollow}
    >
      <Icon name={entry.icon} />
      {!rail && t(entry.title)}
    </Link>
  )
}

interface GroupProps {
  entry: MenuEntry
  entries: readonly SubEntry[]
  pathname: string
  onFollow?: () => void
}

function Group({ entry, entries, pathname, onFollow }: GroupProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(holdsHere(entry, pathname))
  const here = entryHere(entries, pathname)?.to
  const listId = `menu-${entry.icon}-${entries.length}`
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={opened}
        aria-controls={listId}
        onClick={() => setOpened(!opened)}
      >
        <Icon name={entry.icon} />
        {t(entry.title)}
        <Icon name={opened ? 'down' : 'right'} size={14} className={styles.chevron} />
      </button>
      <ul id={listId} hidden={!opened}>
        {sectionsOf(entries).map(([section, inside]) => (
          <Fragment key={section ?? ''}>
            {section && <li className={styles.section}>{t(section)}</li>}
            {inside.map(({ title, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={`${styles.entry} ${styles.sub}`}
                  data-here={to === here || undefined}
                  aria-current={to === here ? (isHere(to, pathname) ? 'page' : 'true') : undefined}
                  onClick={onFollow}
                >
                  {t(title)}
                </Link>
              </li>
            ))}
          </Fragment>
        ))}
      </ul>
    </>
  )
}

/** A group in the rail; its pages open beside it. */
function Flyout({ entry, entries, pathname }: GroupProps) {
  const { t } = useTranslation()
  const here = entryHere(entries, pathname)?.to
  return (
    <Dropdown
      label={t(entry.title)}
      className={styles.entry}
      here={holdsHere(entry, pathname)}
      button={<Icon name={entry.icon} />}
      side="right"
      width={208}
      onHover
    >
      {(close) => (
        <>
          <MenuTitle>{t(entry.title)}</MenuTitle>
          {sectionsOf(entries).map(([section, inside]) => (
            <Fragment key={section ?? ''}>
              {section && <MenuTitle>{t(section)}</MenuTitle>}
              {inside.map(({ title, to }) => (
                <MenuLink key={to} to={to} title={t(title)} here={to === here} onClick={close} />
              ))}
            </Fragment>
          ))}
        </>
      )}
    </Dropdown>
  )
}
