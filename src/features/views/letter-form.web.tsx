import { Button } from '@mantine/core'
import { isAll } from '../../shared/sheets/filter-words'
import { call } from '../../web/api'
import { useTranslation, type TFunction } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags, useCall } from '../../web/query-client'
import { useUser } from '../../web/session'
import { MultiSelectField } from '../../web/ui/fields/multi-select-field'
import { SelectField } from '../../web/ui/fields/select-field'
import { FormModal } from '../../web/ui/form/form-modal'
import { EVERY, type Every, WEEKDAYS } from './letter-times.contract'
import { viewCalls, type ViewRow } from './kept/views.contract'

interface LetterFormProps {
  opened: boolean
  onClose: () => void
  view: ViewRow
}

interface Values extends Record<string, unknown> {
  every: string
  weekday: string
  date: string
  hour: string
  user_ids: string[]
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))
const DATES = Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))

function startOf({ letter }: ViewRow, me: number): Values {
  const day = String(letter?.day ?? 1)
  const readers = letter?.readers.map(({ id }) => String(id)) ?? [String(me)]
  return {
    every: letter?.every ?? 'month',
    weekday: letter?.every === 'week' ? day : '1',
    date: letter?.every === 'month' ? day : '1',
    hour: String(letter?.hour ?? 8),
    user_ids: readers,
  }
}

/** «Каждый месяц, 1, 08:00». */
export function letterText({ letter }: Pick<ViewRow, 'letter'>, t: TFunction): string | null {
  if (!letter) return null
  const { every, day, hour } = letter
  const own = every === 'week' ? t(WEEKDAYS[day - 1]!) : every === 'month' ? String(day) : null
  return [t(EVERY[every]), own, HOURS[hour]!.label].filter((part) => part !== null).join(', ')
}

/** When a view is sent by itself, and to whom. */
export function LetterForm({ opened, onClose, view }: LetterFormProps) {
  const { t } = useTranslation()
  const me = useUser().id
  const people = useCall(viewCalls.people, {}, { enabled: opened }).data ?? []
  const declined = view.letter?.readers.filter((one) => one.declined).map(({ name }) => name) ?? []
  const save = async (values: Values, options: { idempotencyKey: string }) => {
    const day = values.every === 'week' ? values.weekday : values.every === 'month' ? values.date : 1
    const user_ids = isAll(values.user_ids) ? people.map(({ id }) => id) : values.user_ids
    const asked = { id: view.id, every: values.every as Every, day, hour: values.hour, user_ids }
    await call(viewCalls.setLetter, asked, { ...options, quiet: true })
    await invalidateTags(['lists'])
    notifySuccess(t('Сохранено!'))
  }
  const stop = async () => {
    await call(viewCalls.removeLetter, { id: view.id })
    await invalidateTags(['lists'])
    notifySuccess(t('Больше не шлётся.'))
    onClose()
  }
  return (
    <FormModal<Values>
      title={t('Слать по почте')}
      subtitle={view.name}
      icon="mail"
      opened={opened}
      onClose={onClose}
      initial={startOf(view, me)}
      onSubmit={save}
      footerNote={
        view.letter && (
          // a refusal is shown by the call itself
          <Button variant="subtle" color="red" onClick={() => void stop().catch(() => undefined)}>
            {t('Больше не слать')}
          </Button>
        )
      }
    >
      {(form) => (
        <>
          <SelectField
            {...form.getInputProps('every')}
            label={t('Как часто')}
            data={Object.entries(EVERY).map(([value, label]) => ({ value, label: t(label) }))}
          />
          {form.values.every === 'week' && (
            <SelectField
              {...form.getInputProps('weekday')}
              label={t('День недели')}
              data={WEEKDAYS.map((name, index) => ({ value: index + 1, label: t(name) }))}
            />
          )}
          {form.values.every === 'month' && (
            <SelectField
              {...form.getInputProps('date')}
              label={t('Число')}
              hint={t('В коротком месяце — его последний день.')}
              data={DATES}
            />
          )}
          <SelectField
            {...form.getInputProps('hour')}
            label={t('Время')}
            hint={t('По часам хозяйства.')}
            data={HOURS}
          />
          <MultiSelectField
            {...form.getInputProps('user_ids')}
            label={t('Кому')}
            hint={
              declined.length > 0
                ? t('Отписались: {{names}}.', { names: declined.join(', ') })
                : t('Каждый получит то, что ему открыто, и может отписаться.')
            }
            data={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
    </FormModal>
  )
}
