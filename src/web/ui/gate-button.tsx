import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Icon, type IconName } from '../icons'
import { notifyError } from '../notify'

interface GateButtonProps {
  icon?: IconName
  /** translated; why it cannot be done now. The button stays in reach and says so */
  reason: string | null
  onClick: () => void
  /** beside another that is the primary one */
  variant?: 'default' | undefined
  children: ReactNode
}

/** The one primary button beside a title, such as «Создать». */
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
