import type { ComponentProps } from 'react'
import { notifyError, notifyWarning } from '../../notify'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { Dropdown } from '../overlay/dropdown'
import { MenuAction } from '../overlay/dropdown-items'
import { usePhone } from '../use-phone'
import type { RowAction } from './view/view'
import classes from './row-actions.module.css'

/** Runs an action; a disabled one shows its reason. */
export function runAction(action: RowAction | undefined): void {
  if (!action) return
  if (!action.disabled) action.onClick()
  else if (action.disabledReason) (action.icon === 'edit' ? notifyWarning : notifyError)(action.disabledReason)
}

/** With more than this, icons alone could not be told apart. */
const SEVERAL = 3
const OFTEN = 2

/** The actions outside of the menu: those the page chose, else editing and deleting. */
function inSight(actions: readonly RowAction[]): RowAction[] {
  const said = actions.filter(({ often }) => often)
  const usual = actions.filter(({ icon, often }) => !often && (icon === 'edit' || icon === 'trash'))
  const shown = [...said, ...usual].slice(0, OFTEN)
  return actions.filter((action) => shown.includes(action))
}

/**
 * The buttons at the end of a row; of many only the two most used, the others in a menu with titles. Disabled ones stay
 * focusable, so that their reason can be read.
 */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const phone = usePhone()
  if (actions.length <= SEVERAL) return <Buttons actions={actions} />
  const shown = phone ? [] : inSight(actions)
  return (
    <span className={classes.actions}>
      <Buttons actions={shown} />
      <RowMenu actions={actions.filter((action) => !shown.includes(action))} />
    </span>
  )
}

const Buttons = ({ actions }: { actions: readonly RowAction[] }) => (
  <span className={classes.actions}>
    {actions.map((action) => (
      <button
        key={action.title}
        type="button"
        className={classes.action}
        data-danger={action.danger || undefined}
        data-worded={action.worded || undefined}
        aria-disabled={action.disabled || undefined}
        aria-label={action.title}
        title={action.disabled && action.disabledReason ? action.disabledReason : action.title}
        onClick={(event) => {
          event.stopPropagation()
          runAction(action)
        }}
      >
        <Icon name={action.icon} size={16} />
        {action.worded && action.title}
      </button>
    ))}
  </span>
)

const MenuButton = (props: ComponentProps<'button'>) => <button {...props} className={classes.action} />

function RowMenu({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useTranslation()
  return (
    <Dropdown label={t('Действия')} button={<Icon name="dots" size={16} />} as={MenuButton} width={272}>
      {(close) =>
        actions.map((action) => (
          <MenuAction
            key={action.title}
            title={action.title}
            icon={action.icon}
            reason={action.disabled ? action.disabledReason : undefined}
            onClick={() => {
              close()
              runAction(action)
            }}
          />
        ))
      }
    </Dropdown>
  )
}
