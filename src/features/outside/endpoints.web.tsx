import { useState } from 'react'
import { Stack } from '@mantine/core'
import { locationLibrary } from '../../core/lists/libraries/location.contract'
import { measureParameterLibrary } from '../../core/lists/libraries/measure-parameter.contract'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { CopyLine } from '../../web/ui/copy-line'
import { SelectField } from '../../web/ui/fields/select-field'
import { hrefOf } from '../../shared/pages'
import { Link } from '../../web/router/router'
import { dayOf, showDay } from '../../shared/dates'
import { useCan, useNow } from '../../web/session'
import { outsideCalls } from './outside.contract'
import classes from './outside.module.css'

const AUTHORIZATION = `-H 'Authorization: Bearer TOKEN'`

/** A line for each part of it, as a shell takes them. */
const command = (...parts: string[]) => `curl ${parts.join(' \\\n  ')}`

/** A Power Query for Excel: it reads the sheet's XML with the token in a header, which no history keeps. */
const powerQuery = (output: string, start: string, end: string) => `Xml.Tables(Web.Contents("${output}", [
  Query = [
    start = "${start}",
    end = "${end}",
    data = {"feedings", "retreats"}
  ],
  Headers = [Authorization = "Bearer TOKEN"]
]))`

/** What an assistant is told of: the command of one client, and the file that most others read. */
const configuration = (address: string) =>
  JSON.stringify(
    { mcpServers: { sadok: { type: 'http', url: address, headers: { Authorization: 'Bearer TOKEN' } } } },
    null,
    2,
  )

function Assistants({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" miw={0}>
      <h3>{t('Подключить помощника (MCP)')}</h3>
      <div>
        <p className={classes.quiet}>{t('Что он предложит записать, ждёт подтверждения:')}</p>
        <Link to={hrefOf('proposals')}>{t('Предложения помощников')}</Link>
      </div>
      <CopyLine label={t('Адрес (POST)')} text={address} />
      <CopyLine
        label={t('Команда для подключения')}
        text={`claude mcp add --transport http sadok ${address} --header "Authorization: Bearer TOKEN"`}
      />
      <CopyLine label={t('Настройка других программ (JSON)')} text={configuration(address)} />
    </Stack>
  )
}

/** Addresses for sending readings and reading the export, ready to be copied. */
export function Endpoints() {
  const { t } = useTranslation()
  const setsUp = useCan()('access settings')
  const addresses = useCall(outsideCalls.addresses, {}).data
  const parameters = useCall(measureParameterLibrary.list, {}).data ?? []
  const modules = useCall(locationLibrary.list, {}).data ?? []
  const [chosen, choose] = useState<string | null>(null)
  const day = showDay(dayOf(useNow()))
  if (!addresses) return null
  const parameter = chosen ?? (parameters[0] ? String(parameters[0].id) : null)
  const input = addresses.input.replace('{parameterId}', parameter ?? '{parameterId}')
  const send = command(
    `-X POST '${input}'`,
    AUTHORIZATION,
    `-H 'Content-Type: application/json'`,
    `-d '{"value": 8.4}'`,
  )
  const first = `01.${day.slice(3)}`
  const asked = `start=${first}&end=${day}&data[]=feedings&data[]=retreats`
  const read = command(`-g '${addresses.output}?${asked}'`, AUTHORIZATION)
  const moduleOf = (id: number) => modules.find((module) => module.id === id)?.name ?? ''
  return (
    <section className={classes.endpoints} aria-labelledby="external-endpoints">
      <h2 id="external-endpoints">{t('Адреса для приложений')}</h2>
      <p className={classes.quiet}>
        {t(
          'Вместо TOKEN — токен приложения. Он идёт в заголовке, в адресе — только у приложений, которым это разрешено.',
        )}
      </p>
      <div className={classes.columns}>
        <Stack gap="md" miw={0}>
          <h3>{t('Прислать показания')}</h3>
          <SelectField
            label={t('Параметр')}
            data={parameters.map(({ id, name, location_id }) => ({
              value: id,
              label: `${moduleOf(location_id)}: ${name}`,
            }))}
            value={parameter}
            onChange={choose}
            nothing={t('Нет данных для отображения')}
          />
          <CopyLine label={t('Адрес (POST)')} text={input} />
          <CopyLine label={t('Команда')} text={send} />
        </Stack>
        <Stack gap="md" miw={0}>
          <h3>{t('Прочитать выгрузку')}</h3>
          <CopyLine label={t('Адрес (GET)')} text={addresses.output} />
          <CopyLine label={t('Команда')} text={read} />
          <CopyLine label={t('Запрос Power Query для Excel')} text={powerQuery(addresses.output, first, day)} />
          <CopyLine label={t('Схема XML')} text={addresses.schema} />
          {setsUp && (
            // under what addresses spreadsheets read reports, whose they are, and an end to each
            <Link to={hrefOf('savedViews')}>{t('Адреса отчётов для таблиц во всём хозяйстве')}</Link>
          )}
        </Stack>
        <Assistants address={addresses.assistants} />
      </div>
    </section>
  )
}
