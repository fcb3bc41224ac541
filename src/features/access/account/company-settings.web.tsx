/** Settings of the whole farm, for users who may change them. */
import * as z from 'zod'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { storeUser, useNow, useUser, useWriteGate } from '../../../web/session'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { accessCalls } from '../sign-in/access.contract'
import styles from '../sign-in/access.module.css'
import { zoneOptions } from '../../../web/time-zones'
import { useAccessForm } from '../sign-in/use-access-form.web'
import { SettingInput } from './setting-input.web'
import { SECTIONS } from './setting-sections.web'
import { type CompanyInput, read, typed, type TypedSettings } from './typed-settings.web'
import { Appearance, ModuleSettings } from './appearance.web'
import own from './appearance.module.css'

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
