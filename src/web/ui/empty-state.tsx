import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons'
import classes from './state.module.css'
import shared from '../styles/shared.module.css'

interface EmptyStateProps {
  /** the text of the specification, translated */
  text: ReactNode
  icon?: IconName
  /** the one next step: a button or a link */
  action?: ReactNode
}

/** Shown where there is no content: a sentence and one next step. */
export const EmptyState = ({ text, icon = 'list', action }: EmptyStateProps) => (
  <div className={classes.state}>
    <span className={shared.mark} data-large>
      <Icon name={icon} size={24} />
    </span>
    <p>{text}</p>
    {action && <div className={classes.action}>{action}</div>}
  </div>
)
