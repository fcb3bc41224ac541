/** A small window at a cell; Esc closes it before the plan under it. */
import { useState, type ReactNode } from 'react'
import { Popover, UnstyledButton } from '@mantine/core'
import { useOpenWindow } from '../../../web/ui/overlay/open-windows'

interface CellPopoverProps {
  /** translated */
  label: string
  className: string | undefined
  icon: ReactNode
  width: number
  children: (close: () => void) => ReactNode
}

export function CellPopover({ label, className, icon, width, children }: CellPopoverProps) {
  const [opened, open] = useState(false)
  const close = () => open(false)
  useOpenWindow(opened, close)
  return (
    <Popover
      opened={opened}
      onChange={open}
      width={width}
      position="bottom-end"
      shadow="md"
      closeOnEscape={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={className} aria-label={label} onClick={() => open(!opened)}>
          {icon}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {opened && children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
