import type { PageName } from '../../shared/pages'
import type { Query } from '../../shared/query'
import { isPeriod, PERIODS, PERIOD_WORDS } from '../../shared/report/period'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags } from '../../web/query-client'
import { FlagField } from '../../web/ui/fields/flag-field'
import { SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { periodOf, periodText, withPeriod } from './view-address.web'
import { fitsPage, viewCalls, type ViewRow } from './kept/views.contract'

interface ViewFormProps {
  opened: boolean
  onClose: () => void
  page: PageName
  path: string
  /** filters of the address */
  query: Query
  tables: () => ViewRow['tables']
  /** is changed; without one a new view is saved */
  view?: ViewRow | undefined
  onSaved: (view: ViewRow) => void
}

interface Values extends Record<string, unknown> {
  name: string
  /** a moving period; 'days' for those of the address */
  period: string
  /** '1' or '' */
  shared: string
}

/** The name of a view, whether its period moves, and who sees it. */
export function ViewForm({ opened, onClose, page, path, query, tables, view, onSaved }: ViewFormProps) {
  const { t } = useTranslation()
  const period = periodOf(page, query)
  const periods = PERIOD_WORDS.filter((word) => fitsPage(page, word)).map((word) => ({
    value: word as string,
    label: t(PERIODS[word].title),
  }))
  const days = period === '' ? [{ value: 'days', label: t('Всегда {{days}}', { days: periodText(query, t) }) }] : []
  const save = async (values: Values, options: { idempotencyKey: string }) => {
    const kept = {
      name: values.name,
      query: withPeriod(query, isPeriod(values.period) ? values.period : ''),
      tables: tables(),
      shared: values.shared === '1',
    }
    const quiet = { ...options, quiet: true }
    const saved = view
      ? await call(viewCalls.update, { ...kept, id: view.id }, quiet)
      : await call(viewCalls.create, { ...kept, page, path }, quiet)
    await invalidateTags(['lists'])
    notifySuccess(t('Сохранено!'))
    onSaved(saved)
  }
  return (
    <FormModal<Values>
      title={view ? t('Изменить сохранённый отчёт') : t('Сохранить отчёт')}
      subtitle={view?.name}
      icon={view ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      initial={{ name: view?.name ?? '', period: period || 'days', shared: view?.shared ? '1' : '' }}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={100} />
          <SelectField
            {...form.getInputProps('period')}
            label={t('Период')}
            hint={t('Кроме точных дат, период считается заново каждый раз, когда отчёт открывают или шлют.')}
            data={[...days, ...periods]}
          />
          {(!view || view.own) && (
            <FlagField
              {...form.getInputProps('shared')}
              label={t('Общий для всех')}
              hint={t('Каждый видит в нём только то, что ему открыто.')}
            />
          )}
        </>
      )}
    </FormModal>
  )
}
