/** What holds for the whole farm, for whoever may change it. */
import * as z from 'zod'
import { showDay } from '../../../shared/dates'
import type { CompanySettings } from '../../../shared/settings'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateFacts } from '../../../web/query-client'
import { storeUser, useNow, useUser } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { accessCalls } from '../sign-in/access.contract'
import styles from '../sign-in/access.module.css'
import { zoneOptions } from '../sign-in/time-zones.web'
import { useAccessForm } from '../sign-in/use-access-form.web'

type Key = keyof CompanySettings
interface Setting {
  key: Key
  title: string
  hint?: string
  /** a flag when left out */
  input?: 'day' | 'number' | 'text' | 'choice'
  choices?: readonly { value: string; label: string }[]
  unit?: string
  decimals?: number
}

const SECTIONS: readonly { title: string; settings: readonly Setting[] }[] = [
  {
    title: 'Операции',
    settings: [
      { key: 'retreat-weight-allowed', title: 'Вводить вес отхода', hint: 'Иначе отход весит как его группа.' },
      { key: 'minimal-operation-date-enabled', title: 'Не принимать операции раньше даты' },
      { key: 'minimal-operation-date', title: 'Дата', input: 'day' },
      {
        key: 'age-categories-by-weight',
        title: 'Возрастные категории по навеске',
        hint: 'В справочнике у категорий появляются границы навески.',
      },
    ],
  },
  {
    title: 'Садки',
    settings: [
      { key: 'density-limit', title: 'Предел плотности посадки', input: 'number', unit: 'кг/м³', decimals: 2 },
      { key: 'weighing-age-days', title: 'Навеска устаревает через', input: 'number', unit: 'дн', decimals: 0 },
      {
        key: 'doubled-cages-area',
        title: 'Карта двойной высоты',
        hint: 'Для тех, кто не выбрал для модуля другую.',
      },
    ],
  },
  {
    title: 'Спрашивать перед сохранением',
    settings: [
      { key: 'ask-loss-percent', title: 'Отход за раз больше, чем доля группы', input: 'number', unit: '%' },
      {
        key: 'ask-average-percent',
        title: 'Навеска расходится с ожидаемой больше, чем на',
        input: 'number',
        unit: '%',
      },
      { key: 'ask-ration-percent', title: 'Кормление больше, чем доля биомассы', input: 'number', unit: '%' },
      { key: 'ask-ration-times', title: 'Кормление больше вчерашнего во столько раз', input: 'number', unit: '×' },
    ],
  },
  {
    title: 'Вход',
    settings: [
      {
        key: 'second-factor',
        title: 'Второй фактор обязателен',
        input: 'choice',
        choices: [
          { value: 'off', label: 'Ни для кого' },
          { value: 'admins', label: 'Для администраторов' },
          { value: 'all', label: 'Для всех' },
        ],
        hint: 'У кого его нет, тот включит его при первом же действии и до того ничего больше не сможет.',
      },
      {
        key: 'session-idle-hours',
        title: 'Завершать сеанс без дела через',
        input: 'number',
        unit: 'ч',
        decimals: 0,
        hint: 'От 12 до 168 часов. На судне без связи дольше недели придётся войти снова.',
      },
    ],
  },
  {
    title: 'Реквизиты для документов',
    settings: [
      {
        key: 'legal-name',
        title: 'Полное название',
        input: 'text',
        hint: 'Пустое в накладных и актах заполняют от руки.',
      },
      { key: 'inn', title: 'ИНН', input: 'text' },
      { key: 'kpp', title: 'КПП', input: 'text' },
      { key: 'legal-address', title: 'Адрес', input: 'text' },
      { key: 'legal-phone', title: 'Телефон', input: 'text' },
      { key: 'director', title: 'Руководитель', input: 'text' },
    ],
  },
]

const textOf = (value: CompanySettings[Key]): string =>
  typeof value === 'boolean' ? (value ? '1' : '') : value === null ? '' : String(value)

const typed = (settings: CompanySettings): Record<string, string> => ({
  ...Object.fromEntries((Object.keys(settings) as Key[]).map((key) => [key, textOf(settings[key])])),
  'minimal-operation-date': settings['minimal-operation-date'] ? showDay(settings['minimal-operation-date']) : '',
})

/** What was typed, as the call takes it. */
function sent(values: Record<string, string>) {
  const inputs = SECTIONS.flatMap(({ settings }) => settings)
  const read = ({ key, input }: Setting) => {
    const text = values[key] ?? ''
    if (input === 'number') return text === '' ? null : Number(text)
    if (input === 'text' || input === 'choice') return text
    return input === 'day' ? text || null : text === '1'
  }
  return { ...Object.fromEntries(inputs.map((one) => [one.key, read(one)])), 'time-zone': values['time-zone'] }
}

export function CompanySettingsPage() {
  const { t } = useTranslation()
  const { company } = useUser()
  const now = useNow()
  const { form, submit, state, problem, element } = useAccessForm({
    initial: { ...typed(company.settings), 'time-zone': company.time_zone } as Record<string, string>,
    schema: z.preprocess((values) => sent(values as Record<string, string>), accessCalls.companySettings.input),
    send: async (values) => {
      storeUser(await call(accessCalls.companySettings, sent(values) as never, { quiet: true }))
      // «today» and the limits stand behind what is on screen
      void invalidateFacts(['places'])
      notifySuccess(t('Настройки успешно сохранены!'))
    },
  })
  return (
    <>
      <h1 className={styles.title} data-in-bar>
        {t('Настройки')}
      </h1>
      <form ref={element} className={styles.settings} onSubmit={submit} noValidate>
        <div className={styles.sections}>
          <section className={styles.panel}>
            <h2>{t('Время')}</h2>
            <SelectField
              {...form.field('time-zone')}
              onChange={(zone) => zone && form.set('time-zone', zone)}
              label={t('Часовой пояс фермы')}
              data={zoneOptions(company.time_zone, t)}
              hint={t('Сейчас на ферме {{now}}. Записанное время операций не меняется.', { now: now.slice(11) })}
            />
          </section>
          {SECTIONS.map(({ title, settings }) => (
            <section key={title} className={styles.panel}>
              <h2>{t(title)}</h2>
              {settings.map(({ key, title, hint, input, choices = [], unit, decimals }) => {
                const props = { ...form.field(key), label: t(title), hint: hint && t(hint) }
                if (input === 'day')
                  return (
                    <DayField
                      key={key}
                      {...props}
                      max={now.slice(0, 10)}
                      disabled={form.values['minimal-operation-date-enabled'] !== '1'}
                    />
                  )
                if (input === 'choice')
                  return (
                    <SelectField
                      key={key}
                      {...props}
                      onChange={(value) => value && form.set(key, value)}
                      data={choices.map(({ value, label }) => ({ value, label: t(label) }))}
                    />
                  )
                if (input === 'text') return <TextField key={key} {...props} maxLength={500} />
                if (input === 'number')
                  return <DecimalField key={key} {...props} unit={unit && t(unit)} decimals={decimals ?? 1} />
                return <FlagField key={key} {...props} />
              })}
            </section>
          ))}
        </div>
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <div className={styles.actions}>
          <SubmitButton state={state}>{t('Сохранить')}</SubmitButton>
        </div>
      </form>
    </>
  )
}
