/** Cells of a plan: a number, and the number that differs from what is calculated. */
import { useRef } from 'react'
import { Button } from '@mantine/core'
import { MILLIONTHS } from '../../../shared/numbers'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { CellDecimal } from '../../../web/ui/grid-edit/cells'
import { CellPopover } from './cell-popover.web'
import type { Alert, CellKey } from './plan-model.web'
import classes from './plan.module.css'

export interface NumberProps {
  column: CellKey
  /** «Корм, кг» and of what */
  label: string
  path: string
  text: string
  decimals: number
  wrong: boolean
  disabled: boolean
  onText: (text: string) => void
}

export const NumberCell = ({ label, path, text, decimals, wrong, disabled, onText }: NumberProps) => (
  <CellDecimal
    label={label}
    path={path}
    value={text}
    decimals={decimals}
    invalid={wrong}
    disabled={disabled}
    onChange={onText}
  />
)

interface AlertProps extends NumberProps {
  alert: Alert
  /** mg: what is entered, and what is calculated */
  value: number | null
  calculated: number | null
  /** «Садок 3» */
  of: string
  onApply: () => void
  onKeep: () => void
}

const kg = (mg: number) => showNumber(mg / MILLIONTHS, 2)

/** While the number differs from the calculated one an icon asks whose it shall be. */
export function AlertCell({ alert, value, calculated, of, onApply, onKeep, ...cell }: AlertProps) {
  const { t } = useTranslation()
  const number = useRef<HTMLSpanElement>(null)
  // the icon is gone with the answer, and the focus would be with it
  const answer = (take: () => void, close: () => void) => {
    take()
    close()
    setTimeout(() => number.current?.querySelector('input')?.focus())
  }
  const title = cell.column === 'rate' ? t('Корм отличается от расчёта') : t('Прирост отличается от расчёта')
  return (
    <span ref={number} className={classes.number} data-alert={alert ?? undefined}>
      {alert === 'kept' && (
        <span className={classes.kept} title={t('Оставлено значение пользователя')}>
          <Icon name="user" size={14} label={t('Оставлено значение пользователя')} />
        </span>
      )}
      {alert === 'alert' && value !== null && calculated !== null && (
        <CellPopover
          label={t('Введено {{value}}, расчёт {{calculated}}', { value: kg(value), calculated: kg(calculated) })}
          className={classes.alert}
          icon={<Icon name="alert" size={14} />}
          width={310}
        >
          {(close) => (
            <div className={classes.ask}>
              <b>
                <Icon name="alert" size={16} /> {title}
              </b>
              <small>{[of, offText(value, calculated, t)].join(', ')}</small>
              <div>
                <Button
                  size="xs"
                  disabled={cell.disabled}
                  onClick={() => answer(onApply, close)}
                >{`${t('Применить')} ${kg(calculated)}`}</Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={cell.disabled}
                  onClick={() => answer(onKeep, close)}
                >{`${t('Оставить')} ${kg(value)}`}</Button>
              </div>
            </div>
          )}
        </CellPopover>
      )}
      <NumberCell {...cell} />
    </span>
  )
}

function offText(value: number, calculated: number, t: ReturnType<typeof useTranslation>['t']): string {
  if (calculated === 0) return t('по расчёту 0')
  const off = ((value - calculated) / calculated) * 100
  const percent = showNumber(Math.abs(off), 1)
  return off > 0 ? t('на {{percent}} % больше', { percent }) : t('на {{percent}} % меньше', { percent })
}
