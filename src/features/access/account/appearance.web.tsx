/** Settings of the user alone, stored as soon as they change. */
import { SegmentedControl, Switch } from '@mantine/core'
import type { UserSettings } from '../../../shared/settings'
import { useLocations } from '../../../core/cages/cage-cache.web'
import { showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { THEMES } from '../../../web/layout/theme-switch'
import { notifySuccess } from '../../../web/notify'
import { saveUserSettings, useCompanySettings, useUserSettings } from '../../../web/session'
import styles from '../sign-in/access.module.css'
import own from './appearance.module.css'

const TABLE_STYLES: readonly { value: UserSettings['table-style']; title: string }[] = [
  { value: 'default', title: 'Обычные' },
  { value: 'black', title: 'С границами' },
  { value: 'striped', title: 'Полосатые' },
]

const LANGUAGES = [
  { value: 'ru', label: 'Русский' },
  { value: 'en', label: 'English' },
]

function useSave() {
  const { t } = useTranslation()
  return async (patch: Partial<UserSettings>) => {
    if (await saveUserSettings(patch)) notifySuccess(t('Настройки успешно сохранены!'))
  }
}

export function Appearance() {
  const { t } = useTranslation()
  const [settings] = useUserSettings()
  const save = useSave()
  return (
    <section className={styles.panel}>
      <h2>{t('Оформление')}</h2>
      <Choice
        title={t('Тема')}
        value={settings.theme}
        data={THEMES.map(({ value, short }) => ({ value, label: t(short) }))}
        onChange={(value) => void save({ theme: THEMES.find((one) => one.value === value)?.value ?? 'auto' })}
      />
      <Choice
        title={t('Язык')}
        value={settings.language}
        data={LANGUAGES}
        onChange={(value) => void save({ language: value === 'en' ? 'en' : 'ru' })}
      />
      <Choice
        title={t('Таблицы')}
        value={settings['table-style']}
        data={TABLE_STYLES.map(({ value, title }) => ({ value, label: t(title) }))}
        onChange={(value) =>
          void save({ 'table-style': TABLE_STYLES.find((one) => one.value === value)?.value ?? 'default' })
        }
      />
      <TableSample />
    </section>
  )
}

const SAMPLE = [
  { cage: '1', count: 3388, weight: 1524.6 },
  { cage: '2', count: 10_842, weight: 2168.4 },
  { cage: '3', count: 950, weight: 1900 },
]

/** A small table in the style of all tables, which shows each choice at once. */
function TableSample() {
  const { t } = useTranslation()
  return (
    <div className={own.sample}>
      <table data-styled aria-label={t('Образец таблицы')}>
        <thead>
          <tr>
            <th>{t('Садок')}</th>
            <th>{t('Количество')}</th>
            <th>{t('Вес, кг')}</th>
          </tr>
        </thead>
        <tbody>
          {SAMPLE.map(({ cage, count, weight }) => (
            <tr key={cage}>
              <td>{cage}</td>
              <td>{showCount(count)}</td>
              <td>{showKg(weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** For each module: the unit of average weights, and the height of the map. */
export function ModuleSettings() {
  const { t } = useTranslation()
  const modules = useLocations()
  const [{ 'avg-weight-unit': units, 'doubled-cages-area': doubled }] = useUserSettings()
  const usual = useCompanySettings()['doubled-cages-area']
  const save = useSave()
  if (modules.length === 0) return null
  return (
    <section className={styles.panel}>
      <h2>{t('Модули')}</h2>
      <p className={own.hint}>
        {t('В какой единице показывать и вводить навеску, и рисовать ли карту садков вдвое выше.')}
      </p>
      {modules.map(({ id, name }) => (
        <div key={id} className={styles.setting}>
          {name}
          <span className={own.tools}>
            <SegmentedControl
              size="xs"
              aria-label={t('Единица навески, {{name}}', { name })}
              value={units[id] ?? 'kg'}
              onChange={(unit) => void save({ 'avg-weight-unit': { ...units, [id]: unit === 'g' ? 'g' : 'kg' } })}
              data={[
                { value: 'kg', label: t('кг') },
                { value: 'g', label: t('г') },
              ]}
            />
            <Switch
              label={t('Карта вдвое выше')}
              aria-label={t('Карта вдвое выше, {{name}}', { name })}
              checked={doubled[id] ?? usual}
              onChange={({ currentTarget }) =>
                void save({ 'doubled-cages-area': { ...doubled, [id]: currentTarget.checked } })
              }
            />
          </span>
        </div>
      ))}
    </section>
  )
}

interface ChoiceProps {
  title: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}

const Choice = ({ title, value, data, onChange }: ChoiceProps) => (
  <div className={styles.setting}>
    {title}
    <SegmentedControl size="xs" aria-label={title} value={value} onChange={onChange} data={data} />
  </div>
)
