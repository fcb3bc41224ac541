/** Which parts, of which period, in which kind of file. */
import { useState } from 'react'
import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { dayOf, showDay } from '../../shared/dates'
import { EXPORT_GROUPS, EXPORT_KEYS, type ExportFormat, type ExportKey } from '../../core/export/export.contract'
import { isShownByHandler } from '../../web/api'
import { callFile } from '../../web/files/call-file'
import { saveFile } from '../../web/files/save-file'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { notifyError } from '../../web/notify'
import { useNow } from '../../web/session'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import type { Period } from '../../web/ui/fields/periods'
import { exportCalls } from './export-data.contract'
import classes from './export.module.css'

/** What each kind of file is good for. */
const FORMATS: readonly { format: ExportFormat; name: string; about: string }[] = [
  {
    format: 'xlsx',
    name: 'Excel',
    about: 'Книга, в которой у каждой части свой лист. Открывается в Excel и LibreOffice.',
  },
  { format: 'csv', name: 'CSV', about: 'Архив текстовых таблиц, по файлу на часть: для баз данных и больших объёмов.' },
  { format: 'xml', name: 'XML', about: 'Один файл по схеме, для программ учёта. Её адрес — в справке этой страницы.' },
]

function useExport() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async (format: ExportFormat, { start, end }: Period, keys: readonly ExportKey[]) => {
    setBusy(true)
    try {
      const input = { start: `${showDay(start)} 00:00`, end: `${showDay(end)} 23:59`, data: [...keys], format }
      const { blob, name } = await callFile(exportCalls.data, input)
      saveFile(blob, name)
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

export function ExportPage() {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const [period, choosePeriod] = useState<Period>({ start: `${today.slice(0, 4)}-01-01`, end: today })
  const [keys, chooseKeys] = useState<readonly ExportKey[]>(EXPORT_KEYS)
  const [format, chooseFormat] = useState<ExportFormat>('xlsx')
  const { busy, run } = useExport()
  return (
    <>
      <h1 className={classes.title} data-in-bar>
        {t('Выгрузка данных')}
      </h1>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void run(format, period, keys)
        }}
      >
        <section className={classes.panel} aria-labelledby="export-period">
          <h2 id="export-period">{t('Период')}</h2>
          <PeriodPicker {...period} onChange={choosePeriod} />
        </section>
        <section className={classes.panel} aria-labelledby="export-parts">
          <h2 id="export-parts">{t('Что выгрузить')}</h2>
          <div className={classes.groups}>
            {Object.values(EXPORT_GROUPS).map((group) => (
              <PartsGroup key={group.title} {...group} chosen={keys} onChoose={chooseKeys} />
            ))}
          </div>
        </section>
        <section className={classes.panel} aria-labelledby="export-format">
          <h2 id="export-format">{t('Файл')}</h2>
          <SegmentedControl
            className={classes.formats}
            value={format}
            onChange={(value) => chooseFormat(value as ExportFormat)}
            data={FORMATS.map(({ format: value, name }) => ({ value, label: name }))}
            aria-labelledby="export-format"
          />
          <p className={classes.about}>{t(FORMATS.find((one) => one.format === format)!.about)}</p>
          <Button
            type="submit"
            className={classes.submit}
            leftSection={<Icon name="xls" size={16} />}
            loading={busy}
            disabled={keys.length === 0}
          >
            {t('Выгрузить')}
          </Button>
          {keys.length === 0 && (
            <p className={classes.about} role="status">
              {t('Отметьте хотя бы одну часть.')}
            </p>
          )}
        </section>
      </form>
    </>
  )
}

interface PartsGroupProps {
  title: string
  /** part → its title */
  keys: Record<string, string>
  chosen: readonly ExportKey[]
  onChoose: (keys: readonly ExportKey[]) => void
}

/** A group with all of its parts at one press. */
function PartsGroup({ title, keys, chosen, onChoose }: PartsGroupProps) {
  const { t } = useTranslation()
  const own = Object.keys(keys) as ExportKey[]
  const count = own.filter((key) => chosen.includes(key)).length
  const choose = (some: readonly ExportKey[], checked: boolean) =>
    onChoose(EXPORT_KEYS.filter((key) => (some.includes(key) ? checked : chosen.includes(key))))
  return (
    <fieldset className={classes.group}>
      <Checkbox
        className={classes.all}
        label={t(title)}
        checked={count === own.length}
        indeterminate={count > 0 && count < own.length}
        onChange={({ currentTarget }) => choose(own, currentTarget.checked)}
      />
      {own.map((key) => (
        <Checkbox
          key={key}
          label={t(keys[key]!)}
          checked={chosen.includes(key)}
          onChange={({ currentTarget }) => choose([key], currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
