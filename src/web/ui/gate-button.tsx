import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Icon, type IconName } from '../icons'
import { notifyError } from '../notify'

interface GateButtonProps {
  icon?: IconName
  /** translated; why the action is impossible now. The button stays focusable and shows it */
  reason: string | null
  onClick: () => void
  /** 'default' beside another button that is the primary one */
  variant?: 'default' | undefined
  children: ReactNode
}

/** The main button beside a title, such as «Создать». */
export const GateButton = ({ icon = 'plus', reason, variant, onClick, children }: GateButtonProps) => (
  <Button
    size="xs"
    variant={variant}
    fz="sm"
    leftSection={<Icon name={icon} size={16} />}
    data-disabled={reason ? true : undefined}
    aria-disabled={reason ? true : undefined}
    title={reason ?? undefined}
    onClick={reason ? () => notifyError(reason) : onClick}
  >
    {children}
  </Button>
)
