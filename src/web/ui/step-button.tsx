import { UnstyledButton } from '@mantine/core'
import { Icon } from '../icons'
import classes from './step-button.module.css'

interface StepButtonProps {
  icon: 'left' | 'right'
  label: string
  disabled?: boolean
  onClick: () => void
}

/** An arrow beside a period, a month or a day: to the one before or after it. */
export const StepButton = ({ icon, label, ...props }: StepButtonProps) => (
  <UnstyledButton className={classes.step} aria-label={label} {...props}>
    <Icon name={icon} />
  </UnstyledButton>
)
