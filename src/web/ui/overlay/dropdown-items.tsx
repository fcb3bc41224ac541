import type { ReactNode } from 'react'
import { Link } from '../../router/router'
import { Icon, type IconName } from '../../icons'
import { notifyError } from '../../notify'
import styles from './dropdown.module.css'

interface ItemProps {
  title: string
  icon?: IconName
}

/** Items of a dropdown: an action (disabled with a `reason`, which is shown), a link, or one of several choices. */
export const MenuAction = ({
  title,
  icon,
  reason,
  onClick,
}: ItemProps & { reason?: string | null; onClick: () => void }) => (
  <button
    type="button"
    role="menuitem"
    className={styles.item}
    aria-disabled={reason ? true : undefined}
    title={reason ?? undefined}
    onClick={reason ? () => notifyError(reason) : onClick}
  >
    {icon && <Icon name={icon} />}
    {title}
  </button>
)

export const MenuLink = ({
  title,
  icon,
  to,
  here,
  onClick,
}: ItemProps & { to: string; here?: boolean; onClick: () => void }) => (
  <Link to={to} role="menuitem" className={styles.item} aria-current={here ? 'page' : undefined} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {title}
  </Link>
)

export const MenuChoice = ({ title, icon, chosen, onClick }: ItemProps & { chosen: boolean; onClick: () => void }) => (
  <button type="button" role="menuitemradio" aria-checked={chosen} className={styles.item} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {title}
    {chosen && <Icon name="check" size={16} className={styles.check} />}
  </button>
)

/** Short choices side by side. */
export const MenuChoices = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className={styles.choices}>
    {children}
  </div>
)

export const MenuTitle = ({ children }: { children: string }) => <div className={styles.title}>{children}</div>

export const MenuDivider = () => <hr className={styles.line} />
