import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../../web/icons'
import { Dropdown } from '../../../../web/ui/overlay/dropdown'
import classes from './consolidated.module.css'

interface NoteMarkProps {
  icon: IconName
  /** translated, for screen readers */
  label: string
  tone?: 'warn' | 'plain'
  children: ReactNode
}

/** A sign in a cell that tells more under the pointer, by a touch or by a key. */
export const NoteMark = ({ icon, label, tone = 'warn', children }: NoteMarkProps) => (
  <Dropdown
    label={label}
    kind="dialog"
    onHover
    width={280}
    className={classes.mark}
    button={
      <span data-tone={tone}>
        <Icon name={icon} size={16} />
      </span>
    }
  >
    {() => <div className={classes.note}>{children}</div>}
  </Dropdown>
)
