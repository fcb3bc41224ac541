import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons'
import classes from './note-box.module.css'

interface NoteBoxProps {
  kind?: 'info' | 'good' | 'warn' | 'danger'
  icon?: IconName
  children: ReactNode
}

const ICONS = { info: 'info', good: 'check', warn: 'alert', danger: 'alert' } as const

/** A permanent message: why something cannot be saved, or what to check. */
export const NoteBox = ({ kind = 'info', icon = ICONS[kind], children }: NoteBoxProps) => (
  <div className={classes.note} data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
    <Icon name={icon} size={16} />
    <div>{children}</div>
  </div>
)
