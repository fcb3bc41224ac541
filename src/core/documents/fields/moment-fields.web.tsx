import { useTranslation } from '../../../web/i18n'
import { DayField } from '../../../web/ui/fields/day-field'
import { TimeField } from '../../../web/ui/fields/time-field'
import { useLimits, useMomentProblem } from './form-checks.web'

interface Props {
  form: {
    values: { time?: string; date?: string }
    errors: Record<string, unknown>
    getInputProps: (path: 'time' | 'date') => object
  }
}

/** Date and time, with an error at once when they are not allowed. A kind without a time has only the date. */
export function MomentFields({ form }: Props) {
  const { t } = useTranslation()
  const limits = useLimits()
  const problem = useMomentProblem(form.values)
  const late = problem?.field === 'time' ? { error: problem.text } : {}
  return (
    <>
      {form.values.time !== undefined && (
        <TimeField {...form.getInputProps('time')} {...(!form.errors.time && late)} label={t('Время')} />
      )}
      <DayField {...form.getInputProps('date')} label={t('Дата')} min={limits.min} max={limits.max} />
    </>
  )
}
