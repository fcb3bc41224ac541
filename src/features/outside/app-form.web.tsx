import { ALL, isAll } from '../../shared/sheets/filter-words'
import * as z from 'zod'
import { EXPORT_GROUPS, EXPORT_KEYS } from '../../core/export/export.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { measureParameterLibrary } from '../../core/lists/libraries/measure-parameter.contract'
import { locationLibrary } from '../../core/lists/libraries/location.contract'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FlagField } from '../../web/ui/fields/flag-field'
import { MultiSelectField } from '../../web/ui/fields/multi-select-field'
import { optionsOf, SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { outsideCalls, type ExternalAppRow } from './outside.contract'
import type { NewToken } from './token-window.web'

interface AppFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new application is made */
  app?: ExternalAppRow
  onSaved: () => void
  onMade: (made: NewToken) => void
}

interface Values extends Record<string, unknown> {
  name: string
  expires: string
  /** '1' or '' */
  writes: string
  reads: string
  /** ids as texts; ['-1'] is all */
  parameter_ids: string[]
  export_keys: string[]
  /** '1' or '' */
  token_in_address: string
  location_ids: string[]
  stock_ids: string[]
  /** '1' or '' */
  assists: string
  /** an id as text */
  assistant_role_id: string
}

const YEAR = 365
const shown = (ids: number[] | null) => (ids === null || ids.length === 0 ? [ALL] : ids.map(String))

/** A new one may send readings of any parameter for a year, and read nothing. */
const startOf = (app: ExternalAppRow | undefined, today: string): Values => ({
  name: app?.name ?? '',
  expires: app ? (app.expires ?? '') : showDay(addDays(today, YEAR)),
  writes: !app || app.parameter_ids === null || app.parameter_ids.length > 0 ? '1' : '',
  reads: app && app.export_keys.length > 0 ? '1' : '',
  parameter_ids: shown(app?.parameter_ids ?? null),
  export_keys: !app || [0, EXPORT_KEYS.length].includes(app.export_keys.length) ? [ALL] : app.export_keys,
  token_in_address: app?.token_in_address ? '1' : '',
  location_ids: shown(app?.location_ids ?? null),
  stock_ids: shown(app?.stock_ids ?? null),
  assists: app?.assistant_role_id ? '1' : '',
  assistant_role_id: String(app?.assistant_role_id ?? ''),
})

/** The call's format: null is all, an empty list none. */
function sent({ writes, reads, assists, ...values }: Values) {
  const ids = (list: string[]) => (isAll(list) ? null : list.map(Number))
  return {
    name: values.name,
    expires: values.expires,
    parameter_ids: writes === '1' ? ids(values.parameter_ids) : [],
    export_keys: reads !== '1' ? [] : isAll(values.export_keys) ? EXPORT_KEYS : values.export_keys,
    token_in_address: reads === '1' && values.token_in_address === '1',
    location_ids: ids(values.location_ids),
    stock_ids: ids(values.stock_ids),
    assistant_role_id: assists === '1' ? values.assistant_role_id : null,
  }
}

/** An assistant has a role: switched on without one, the field says so. */
const role = z.unknown().refine((id) => id !== '', 'Выберите роль')
const input = outsideCalls.create.input
const checked = input.extend({ assistant_role_id: role.pipe(input.shape.assistant_role_id) })
const schema = z.preprocess((values) => sent(values as Values), checked)

function useChoices() {
  const { t } = useTranslation()
  const modules = useCall(locationLibrary.list, {}).data
  const parameters = useCall(measureParameterLibrary.list, {}).data ?? []
  const moduleOf = (id: number) => modules?.find((module) => module.id === id)?.name ?? ''
  return {
    modules: optionsOf(modules) ?? [],
    stocks: optionsOf(useCall(goodCalls.allStocks, {}).data) ?? [],
    roles: (useCall(outsideCalls.roles, {}).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    parameters: parameters.map(({ id, name, location_id }) => ({
      value: id,
      label: `${moduleOf(location_id)}: ${name}`,
    })),
    parts: Object.values(EXPORT_GROUPS).flatMap(({ title, keys }) =>
      Object.entries(keys).map(([key, name]) => ({ value: key, label: `${t(title)}: ${t(name)}` })),
    ),
  }
}

/** An application's name, the validity of its token, and its permissions. */
export function AppForm({ opened, onClose, app, onSaved, onMade }: AppFormProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const choices = useChoices()
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    if (app) await call(outsideCalls.update, { ...sent(values), id: app.id }, options)
    else onMade(await call(outsideCalls.create, sent(values), options))
    notifySuccess(app ? t('Изменено!') : t('Сохранено!'))
    onSaved()
  }
  return (
    <FormModal<Values>
      title={app ? t('Изменить приложение') : t('Создать приложение')}
      subtitle={app?.name}
      icon={app ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={startOf(app, today)}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={100} />
          <DayField
            {...form.getInputProps('expires')}
            label={t('Токен действует до')}
            hint={t('Включительно. Пусто — без срока.')}
            min={today}
          />
          <FlagField {...form.getInputProps('writes')} label={t('Присылает показания')} />
          {form.values.writes === '1' && (
            <MultiSelectField
              {...form.getInputProps('parameter_ids')}
              label={t('Параметры замеров')}
              data={choices.parameters}
            />
          )}
          <FlagField {...form.getInputProps('reads')} label={t('Читает выгрузку XML')} />
          {form.values.reads === '1' && (
            <>
              <MultiSelectField
                {...form.getInputProps('export_keys')}
                label={t('Части выгрузки')}
                data={choices.parts}
              />
              <FlagField
                {...form.getInputProps('token_in_address')}
                label={t('Токен можно передавать в адресе')}
                hint={t(
                  'Для программ, которые не умеют слать заголовок. Это слабее: адреса остаются в истории и журналах, и токен вместе с ними.',
                )}
              />
            </>
          )}
          <FlagField
            {...form.getInputProps('assists')}
            label={t('Помощник (MCP)')}
            hint={t('Языковая модель читает то, что открыто роли, и предлагает записи. Записывает их только человек.')}
          />
          {form.values.assists === '1' && (
            <SelectField {...form.getInputProps('assistant_role_id')} label={t('Роль')} data={choices.roles} />
          )}
          <MultiSelectField {...form.getInputProps('location_ids')} label={t('Модули')} data={choices.modules} />
          <MultiSelectField {...form.getInputProps('stock_ids')} label={t('Склады')} data={choices.stocks} />
        </>
      )}
    </FormModal>
  )
}
