import { useState } from 'react'
import { Button, Input, Popover } from '@mantine/core'
import { parseDay, showDay } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { FieldBox, useFrame, type FieldProps } from './field'
import { lazyPart } from '../../lazy'
import classes from './day-field.module.css'

const Calendar = lazyPart(
  () => import('./calendar').then((module) => module.DayCalendar),
  () => <div className={classes.waiting} />,
)

interface DayButtonProps extends FieldProps {
  /** 'YYYY-MM-DD' */
  max?: string
}

/** Picks a day without typing, shown as 20.11.2026; «Не задано» when there is none. */
export function DayButton({ max, action, value, onChange, ...props }: DayButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { placeholder: _, ...frame } = useFrame(props)
  const day = parseDay(value ?? '')
  const pick = (text: string) => {
    onChange?.(text)
    setOpened(false)
  }
  return (
    <FieldBox action={action}>
      <Input.Wrapper
        label={frame.label}
        error={frame.error}
        description={frame.description}
        inputWrapperOrder={frame.inputWrapperOrder}
        labelElement="div"
        classNames={{ label: classes.above }}
      >
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-start"
          shadow="md"
          trapFocus
          returnFocus
          withRoles={false}
        >
          <Popover.Target>
            <Button
              variant="default"
              fw="normal"
              leftSection={<Icon name="cal" size={16} />}
              disabled={props.disabled}
              data-path={props['data-path']}
              aria-label={`${String(props.label)}: ${day ? showDay(day) : t('Не задано')}`}
              aria-invalid={props.error ? true : undefined}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => setOpened((was) => !was)}
            >
              {day ? showDay(day) : t('Не задано')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown p="sm" role="dialog" tabIndex={-1} aria-label={t('Календарь')}>
            <Calendar value={day} max={max} onPick={(picked) => pick(showDay(picked))} />
            {day && (
              <Button variant="default" size="xs" fullWidth mt="xs" onClick={() => pick('')}>
                {t('Убрать дату')}
              </Button>
            )}
          </Popover.Dropdown>
        </Popover>
      </Input.Wrapper>
    </FieldBox>
  )
}
