import { notifyError } from '../../notify'
import { Icon } from '../../icons'
import type { RowAction } from './view'
import classes from './row-actions.module.css'

/** Does what the button says; a forbidden action says why. */
export function runAction(action: RowAction | undefined): void {
  if (!action) return
  if (!action.disabled) action.onClick()
  else if (action.disabledReason) notifyError(action.disabledReason)
}

/** The buttons at the end of a row. Forbidden ones stay in reach, so that the reason can be read. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  return (
    <span className={classes.actions}>
      {actions.map((action) => (
        <button
          key={action.title}
          type="button"
          className={classes.action}
          data-danger={action.danger || undefined}
          aria-disabled={action.disabled || undefined}
          aria-label={action.title}
          title={action.disabled && action.disabledReason ? action.disabledReason : action.title}
          onClick={(event) => {
            event.stopPropagation()
            runAction(action)
          }}
        >
          <Icon name={action.icon} size={16} />
        </button>
      ))}
    </span>
  )
}
