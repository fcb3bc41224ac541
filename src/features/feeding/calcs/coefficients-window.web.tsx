import { ActionIcon } from '@mantine/core'
import { calcCalls, type CalcRow } from '../../../core/feeding/calcs.contract'
import type { Column } from '../../../shared/columns'
import { dayOf, showDay } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { FormModal } from '../../../web/ui/form/form-modal'
import { useRemove } from '../../../web/ui/form/use-remove'
import { PlainTable } from '../../../web/ui/table/plain-table'
import classes from './calcs.module.css'

interface Props {
  calc: CalcRow
  opened: boolean
  onClose: () => void
  onSaved: () => void
}

type Entry = CalcRow['coefficients'][number]

const COLUMNS: Column[] = [
  { key: 'date', title: 'С даты', type: 'text' },
  { key: 'coefficient', title: 'Коэффициент', type: 'amount' },
  { key: 'remove', title: '', type: 'text' },
]

/** Coefficients of a calculation by date: one is written, or written over, and taken away. */
export function CoefficientsWindow({ calc, opened, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const today = showDay(dayOf(useNow()))
  const remove = useRemove()
  const save = async (
    values: { id: number; date: string; coefficient: string },
    { idempotencyKey }: { idempotencyKey: string },
  ) => {
    await call(calcCalls.setCoefficient, values, { idempotencyKey, quiet: true })
    notifySuccess(t('Сохранено!'))
    onSaved()
  }
  const drop = async ({ date }: Entry) => {
    const question = t('Удалить коэффициент с {{date}}?', { date })
    if (await remove({ question, remove: () => call(calcCalls.removeCoefficient, { id: calc.id, date }) })) onSaved()
  }
  return (
    <FormModal
      title={t('Коэффициенты по датам')}
      subtitle={calc.name}
      icon="adj"
      opened={opened}
      onClose={onClose}
      schema={calcCalls.setCoefficient.input}
      initial={{ id: calc.id, date: today, coefficient: '' }}
      onSubmit={save}
      keepOpen
    >
      {(form) => (
        <>
          <p className={classes.hint}>{t('Рацион умножается на коэффициент с его даты до даты следующего.')}</p>
          {calc.coefficients.length > 0 && (
            <PlainTable
              columns={COLUMNS}
              rows={calc.coefficients}
              rowKey={({ date }) => date}
              renderCell={(entry, { key }) =>
                key === 'remove' ? (
                  <ActionIcon
                    variant="subtle"
                    className={classes.remove}
                    aria-label={t('Удалить коэффициент с {{date}}', { date: entry.date })}
                    onClick={() => void drop(entry)}
                  >
                    <Icon name="trash" size={16} />
                  </ActionIcon>
                ) : undefined
              }
            />
          )}
          <FieldRow>
            <DayField {...form.getInputProps('date')} label={t('С даты')} />
            <DecimalField {...form.getInputProps('coefficient')} label={t('Коэффициент')} />
          </FieldRow>
        </>
      )}
    </FormModal>
  )
}
