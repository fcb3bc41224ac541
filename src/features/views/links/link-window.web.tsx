/** «Адрес для таблиц»: made, copied once, revoked. */
import { useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useWriteGate } from '../../../web/session'
import { CopyLine } from '../../../web/ui/copy-line'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { Window } from '../../../web/ui/overlay/window'
import type { ViewRow } from '../kept/views.contract'
import { REVOKE } from './company-links.web'
import { linkCalls, type LinkRow } from './link.contract'
import { addressWith, powerQuery, sheetsFormula, type Source } from './link-texts.web'
import classes from './links.module.css'

interface LinkWindowProps {
  view: Pick<ViewRow, 'id' | 'name'>
  opened: boolean
  onClose: () => void
}

/** The secret as long as it is shown: in what is pasted elsewhere. */
function Texts({ id, address, token }: { id: number } & Omit<Source, 'table'>) {
  const { t, language } = useTranslation()
  const tables = useCall(linkCalls.tables, { id }).data
  const [chosen, choose] = useState<string>()
  const table = chosen ?? tables?.[0]?.name
  if (!tables || table === undefined) return null
  const source = { address, token, table }
  return (
    <>
      {tables.length > 1 && (
        <SelectField
          label={t('Таблица')}
          value={table}
          onChange={(name) => choose(String(name))}
          data={tables.map(({ name, title }) => ({ value: name, label: title }))}
        />
      )}
      <CopyLine label={t('Формула Google Таблиц')} text={sheetsFormula(source, language)} />
      <CopyLine label={t('Запрос Power Query: Excel, Power BI')} text={powerQuery(source)} />
      <CopyLine label={t('Адрес CSV')} text={addressWith(source)} />
    </>
  )
}

const RENEW = 'Создать адрес заново? Прежний перестанет действовать.'

function Known({ link, onRevoke }: { link: LinkRow; onRevoke: (link: LinkRow) => void }) {
  const { t } = useTranslation()
  const used = link.last_used_at ? `${showInstant(link.last_used_at)}, ${link.last_address}` : t('ещё не было')
  const facts: [string, string][] = [
    ...(link.own ? [] : [[t('Создал'), link.user] as [string, string]]),
    [t('Секрет'), link.value],
    [t('Создан'), showInstant(link.created_at)],
    [t('Последнее обращение'), used],
  ]
  return (
    <section className={classes.link}>
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => onRevoke(link)}>
        {t('Отозвать')}
      </Button>
    </section>
  )
}

/** What is asked before, then done; a refusal is shown by the call itself. */
async function change(question: string | null, yes: string, work: () => Promise<unknown>): Promise<void> {
  if (question !== null && !(await confirm(question, { yes }))) return
  await work()
  await invalidateTags(['lists'])
}

export function LinkWindow({ view, opened, onClose }: LinkWindowProps) {
  const { t } = useTranslation()
  const { id, name } = view
  const [token, show] = useState<string | null>(null)
  const gate = useWriteGate()
  const known = useCall(linkCalls.list, { id }, { enabled: opened }).data
  const own = known?.links.find((link) => link.own)
  const close = () => {
    show(null)
    onClose()
  }
  const make = () =>
    void change(own ? t(RENEW) : null, t('Создать заново'), () =>
      call(linkCalls.create, { id }).then((made) => show(made.token)),
    ).catch(() => undefined)
  const revoke = (link: LinkRow) =>
    void change(t(REVOKE), t('Отозвать'), async () => {
      await call(linkCalls.remove, { id: link.id })
      if (link.own) show(null)
      notifySuccess(t('Адрес отозван.'))
    }).catch(() => undefined)
  return (
    <Window
      title={t('Адрес для таблиц')}
      subtitle={name}
      icon="link"
      opened={opened}
      onClose={close}
      size={640}
      closeOnClickOutside={token === null}
      footer={
        <>
          <Button variant="default" disabled={!known || gate !== null} title={gate ?? undefined} onClick={make}>
            {own ? t('Создать заново') : t('Создать адрес')}
          </Button>
          <Button ml="auto" onClick={close}>
            {t('Готово')}
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        {known && token !== null ? (
          <>
            <NoteBox kind="warn">
              {t('Скопируйте сейчас: секрет показан один раз. Кто знает его, читает этот отчёт, и больше ничего.')}
            </NoteBox>
            <Texts id={id} address={known.address} token={token} />
          </>
        ) : (
          <NoteBox>
            {t('По адресу Excel и Google Таблицы сами читают свежие числа этого отчёта — то, что открыто вам.')}
          </NoteBox>
        )}
        {known?.links.map((link) => (
          <Known key={link.id} link={link} onRevoke={revoke} />
        ))}
      </Stack>
    </Window>
  )
}
