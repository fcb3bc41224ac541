import { createPortal } from 'react-dom'
import { createStore, useStore } from '@mantine/store'
import { navigate, useShownPathname } from '../router/address'
import { Fragment, useEffect, type ReactNode } from 'react'
import { groupBy } from '../../shared/collections'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useVisited } from './menu/visited'
import { holdsHere, isHere, type MenuEntry } from './menu/menu'
import styles from './phone-bar.module.css'

const place = createStore<{ element: HTMLElement | null }>({ element: null })
const setPlace = (element: HTMLElement | null) => place.setState({ element })

/** Puts content of a page into the phone's top bar, instead of its title. */
export function InBar({ children }: { children: ReactNode }) {
  const target = useStore(place).element
  return target && createPortal(children, target)
}

interface BarSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string; section?: string | undefined }[]
  onChange: (value: string) => void
  /** small line below: «12 садков · 206,8 т» */
  note?: string
}

const choice = ({ value, label }: { value: string; label: string }) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** A title that is a select: of the module, of the journal. */
export function BarSelect({ label, value, options, onChange, note }: BarSelectProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.name}>
        <span className={styles.text}>{options.find((option) => option.value === value)?.label}</span>
        <Icon name="down" size={16} />
      </span>
      {note && <span className={styles.note}>{note}</span>}
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {[...groupBy(options, ({ section }) => section)].map(([section, inside]) => (
          <Fragment key={section ?? ''}>
            {section ? <optgroup label={section}>{inside.map(choice)}</optgroup> : inside.map(choice)}
          </Fragment>
        ))}
      </select>
    </label>
  )
}

/** Shows the page's own content if it has any, else a choice within its group, else its title. */
export function PhoneBar({ menu, title }: { menu: readonly MenuEntry[]; title?: string }) {
  const { t } = useTranslation()
  const pathname = useShownPathname()
  const group = menu.find((entry) => entry.entries && holdsHere(entry, pathname))
  const [, remember] = useVisited()
  const groupPath = group?.to
  useEffect(() => {
    if (groupPath) remember(groupPath, pathname)
  }, [groupPath, pathname, remember])
  return (
    <div className={styles.bar}>
      <div ref={setPlace} className={styles.own} />
      <div className={styles.usual}>
        {group ? (
          <BarSelect
            label={t(group.title)}
            value={group.entries!.find(({ to }) => isHere(to, pathname))!.to}
            options={group.entries!.map(({ to, title, section }) => ({
              value: to,
              label: t(title),
              section: section && t(section),
            }))}
            onChange={(to) => navigate(to)}
            note={t(group.title)}
          />
        ) : (
          <span className={styles.name}>{title ? t(title) : t('Садок', { context: 'название' })}</span>
        )}
      </div>
    </div>
  )
}
