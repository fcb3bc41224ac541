import { createPortal } from 'react-dom'
import { createStore, useStore } from '@mantine/store'
import { navigate, useShownPathname } from '../router/address'
import { Fragment, useEffect, type ReactNode } from 'react'
import { groupBy } from '../../shared/collections'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useVisited } from './menu/visited'
import { entryHere, isHere, type MenuEntry } from './menu/menu'
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
  /** in place of the chosen option's */
  title?: string | undefined
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
export function BarSelect({ label, value, title, options, onChange, note }: BarSelectProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.name}>
        <span className={styles.text}>{title ?? options.find((option) => option.value === value)?.label}</span>
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
  const group = menu.find(({ entries }) => entries && entryHere(entries, pathname))
  const here = group && entryHere(group.entries!, pathname)!.to
  const [, remember] = useVisited()
  const groupPath = group?.to
  useEffect(() => {
    if (groupPath && here) remember(groupPath, here)
  }, [groupPath, here, remember])
  return (
    <div className={styles.bar}>
      <div ref={setPlace} className={styles.own} data-own />
      <div className={styles.usual}>
        {group && here ? (
          <BarSelect
            label={t(group.title)}
            value={here}
            title={title && !isHere(here, pathname) ? t(title) : undefined}
            options={group.entries!.map(({ to, title, section }) => ({
              value: to,
              label: t(title),
              section: section && t(section),
            }))}
            onChange={(to) => navigate(to)}
            note={t(group.title)}
          />
        ) : (
          <span className={`${styles.name} ${styles.text}`}>
            {title ? t(title) : t('Садок', { context: 'название' })}
          </span>
        )}
      </div>
    </div>
  )
}
