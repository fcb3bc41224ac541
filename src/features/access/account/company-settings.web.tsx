/** Settings of the whole farm, for users who may change them. */
import * as z from 'zod'
import type { InputOf } from '../../../shared/contract'
import { dayOf, showDay } from '../../../shared/dates'
import type { CompanySettings } from '../../../shared/settings'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { storeUser, useNow, useUser, useWriteGate } from '../../../web/session'
import { DayButton } from '../../../web/ui/fields/day-button'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { accessCalls } from '../sign-in/access.contract'
import styles from '../sign-in/access.module.css'
import { zoneOptions } from '../../../web/time-zones'
import { type AccessFields, useAccessForm } from '../sign-in/use-access-form.web'
import { Appearance, ModuleSettings } from './appearance.web'
import own from './appearance.module.css'

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

interface Section {
  title: string
  /** what all of them change, where one sentence does */
  hint?: string
  settings: readonly Setting[]
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Операции',
    settings: [
      { key: 'retreat-weight-allowed', title: 'Вводить вес отхода', hint: 'Иначе отход весит как его группа.' },
      {
        key: 'minimal-operation-date-enabled',
        title: 'Не принимать операции раньше даты',
        hint: 'Раньше неё ничего нельзя записать, изменить и удалить: ни операции, ни замеры, ни затраты.',
      },
      { key: 'minimal-operation-date', title: 'Минимальная дата операций', input: 'day' },
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
      {
        key: 'density-limit',
        title: 'Предел плотности посадки',
        input: 'number',
        unit: 'кг/м³',
        decimals: 2,
        hint: 'Выше него садок отмечен на карте. У садка может быть свой предел.',
      },
      {
        key: 'weighing-age-days',
        title: 'Навеска устаревает через',
        input: 'number',
        unit: 'дн',
        decimals: 0,
        hint: 'Садки, которые не взвешивали дольше, отмечены на карте.',
      },
      {
        key: 'doubled-cages-area',
        title: 'Карта двойной высоты',
        hint: 'Для тех, кто не выбрал для модуля другую.',
      },
    ],
  },
  {
    title: 'Спрашивать перед сохранением',
    hint: 'Форма переспросит и сохранит, если всё верно.',
    settings: [
      {
        key: 'ask-loss-percent',
        title: 'Отход за раз больше, чем доля группы',
        input: 'number',
        unit: '%',
        hint: 'Чтобы лишний ноль в отходе заметили сразу.',
      },
      {
        key: 'ask-average-percent',
        title: 'Навеска расходится с ожидаемой больше, чем на',
        input: 'number',
        unit: '%',
        hint: 'Так находят граммы вместо килограммов.',
      },
      {
        key: 'ask-ration-percent',
        title: 'Кормление больше, чем доля биомассы',
        input: 'number',
        unit: '%',
        hint: 'Корм одного кормления против веса рыбы в садке.',
      },
      {
        key: 'ask-ration-times',
        title: 'Кормление больше вчерашнего во столько раз',
        input: 'number',
        unit: '×',
        hint: 'Корм одного кормления против всего корма садка за вчера.',
      },
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
        hint: 'Администраторы здесь — и все, кто задаёт пароли, меняет роли или настройки. Кто ещё не включил второй фактор, должен будет сделать это при следующем действии.',
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
    hint: 'Их печатают накладные, акты и паспорта партий. Пустое заполняют от руки.',
    settings: [
      { key: 'legal-name', title: 'Полное название', input: 'text' },
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

type TypedSettings = Record<string, string>
type CompanyInput = InputOf<typeof accessCalls.companySettings>

const typed = (settings: CompanySettings): TypedSettings => ({
  ...Object.fromEntries((Object.keys(settings) as Key[]).map((key) => [key, textOf(settings[key])])),
  'minimal-operation-date': settings['minimal-operation-date'] ? showDay(settings['minimal-operation-date']) : '',
})

const inputs = SECTIONS.flatMap(({ settings }) => settings)

/** What was typed, as the call takes it. */
function read(values: TypedSettings): CompanyInput {
  const valueOf = ({ key, input }: Setting) => {
    const text = values[key] ?? ''
    if (input === 'number') return text === '' ? null : Number(text)
    if (input === 'text' || input === 'choice') return text
    return input === 'day' ? text || null : text === '1'
  }
  const settings = Object.fromEntries(inputs.map((one) => [one.key, valueOf(one)]))
  return { ...settings, 'time-zone': values['time-zone'] } as CompanyInput
}

/** Only what the user changed: settings changed by a colleague in the meantime stay. */
function changed(values: TypedSettings, before: TypedSettings): CompanyInput {
  const given = Object.entries(read(values)).filter(([key]) => values[key] !== before[key])
  return Object.fromEntries(given) as CompanyInput
}

const schema = z.preprocess(
  (values) => read(values as TypedSettings),
  accessCalls.companySettings.input.refine(
    (settings) => !settings['minimal-operation-date-enabled'] || settings['minimal-operation-date'],
    { path: ['minimal-operation-date'], message: 'Выберите дату' },
  ),
)

/** Settings of the farm, then the user's own. */
export function SettingsPage() {
  const { t } = useTranslation()
  return (
    <>
      <h1 className={styles.title} data-in-bar>
        {t('Настройки')}
      </h1>
      <CompanyForm />
      <h2 className={own.part}>{t('Только для меня')}</h2>
      <div className={own.mine}>
        <Appearance />
        <ModuleSettings />
      </div>
    </>
  )
}

function CompanyForm() {
  const { t } = useTranslation()
  const { company } = useUser()
  const gate = useWriteGate('access settings')
  const now = useNow()
  const initial: TypedSettings = { ...typed(company.settings), 'time-zone': company.time_zone }
  const { form, frame, state, problem } = useAccessForm({
    initial,
    schema,
    send: async (values) => {
      storeUser(await call(accessCalls.companySettings, changed(values, initial), { quiet: true }))
      form.reset()
      // «today» and limits influence what is on the screen
      void invalidateTags(['places'])
      notifySuccess(t('Настройки успешно сохранены!'))
    },
  })
  return (
    <form {...frame} className={styles.settings}>
      {gate && <NoteBox icon="lock">{gate}</NoteBox>}
      <fieldset className={styles.sections} disabled={gate !== null}>
        <section className={styles.panel}>
          <h2>{t('Время')}</h2>
          <SelectField
            {...form.field('time-zone')}
            onChange={(zone) => zone && form.set('time-zone', zone)}
            label={t('Часовой пояс хозяйства')}
            data={zoneOptions(company.time_zone, t)}
            hint={t('Сейчас в хозяйстве {{now}}. Записанное время операций не меняется.', { now: now.slice(11) })}
            disabled={gate !== null}
          />
        </section>
        {SECTIONS.map(({ title, hint, settings }) => (
          <section key={title} className={styles.panel}>
            <h2>{t(title)}</h2>
            {hint && <p className={own.hint}>{t(hint)}</p>}
            {settings.map((setting) => (
              <SettingInput key={setting.key} setting={setting} form={form} fixed={gate !== null} />
            ))}
          </section>
        ))}
      </fieldset>
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      <div className={`${styles.actions} ${own.bar}`}>
        <SubmitButton state={state} disabledReason={gate ?? undefined}>
          {t('Сохранить')}
        </SubmitButton>
      </div>
    </form>
  )
}

interface SettingInputProps {
  setting: Setting
  form: AccessFields<TypedSettings>
  /** may be read alone */
  fixed: boolean
}

function SettingInput({ setting, form, fixed }: SettingInputProps) {
  const { key, title, hint, input, choices = [], unit, decimals } = setting
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const props = { ...form.field(key), label: t(title), hint: hint && t(hint), disabled: fixed }
  if (input === 'text') return <TextField {...props} maxLength={500} />
  if (input === 'number') return <DecimalField {...props} unit={unit && t(unit)} decimals={decimals ?? 1} />
  if (input === 'choice')
    return (
      <SelectField
        {...props}
        onChange={(value) => value && form.set(key, value)}
        data={choices.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    )
  if (input === 'day') {
    const off = form.values['minimal-operation-date-enabled'] !== '1'
    return <DayButton {...props} max={today} disabled={fixed || off} />
  }
  return <FlagField {...props} />
}
