import { Button, Stack } from '@mantine/core'
import { dayOf, showDay, showInstant } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { CopyLine } from '../../web/ui/copy-line'
import { NoteBox } from '../../web/ui/note-box'
import { confirm } from '../../web/ui/overlay/confirm'
import { ShownOnce } from '../../web/ui/overlay/shown-once'
import { Window } from '../../web/ui/overlay/window'
import { outsideCalls, type ExternalAppRow } from './outside.contract'
import classes from './outside.module.css'

/** A token just created: it is shown only once. */
export type NewToken = Pick<ExternalAppRow, 'name' | 'token_in_address'> & { token: string }

/** The address of this month's export, with the token in it. */
function AddressWithToken({ token }: { token: string }) {
  const { t } = useTranslation()
  const day = showDay(dayOf(useNow()))
  const output = useCall(outsideCalls.addresses, {}).data?.output
  if (!output) return null
  return (
    <>
      <CopyLine
        label={t('Адрес выгрузки с токеном')}
        text={`${output}?start=01.${day.slice(3)}&end=${day}&token=${token}`}
      />
      <NoteBox>{t('Вместе с адресом виден и токен: в истории программы, в журнале прокси, в письме.')}</NoteBox>
    </>
  )
}

export function NewTokenWindow({ made, onClose }: { made: NewToken | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnce title={t('Новый токен')} made={made} onClose={onClose}>
      {({ token, token_in_address }) => (
        <>
          <CopyLine label={t('Токен')} text={token} />
          {token_in_address && <AddressWithToken token={token} />}
          <NoteBox kind="warn">
            {t('Скопируйте токен сейчас: он показан один раз. В программе остаётся только его отпечаток.')}
          </NoteBox>
        </>
      )}
    </ShownOnce>
  )
}

interface TokenWindowProps {
  app: ExternalAppRow
  opened: boolean
  onClose: () => void
  onSaved: () => void
  onMade: (made: NewToken) => void
}

const QUESTION = 'Вы уверены, что хотите обновить токен? Старый токен будет более не действителен.'

/** What is known of a token, and how it is renewed. */
export function TokenWindow({ app, opened, onClose, onSaved, onMade }: TokenWindowProps) {
  const { t } = useTranslation()
  const known = useCall(outsideCalls.token, { id: app.id }, { enabled: opened }).data ?? app
  const renew = async () => {
    if (!(await confirm(t(QUESTION), { yes: t('Обновить токен') }))) return
    const made = await call(outsideCalls.renew, { id: app.id })
    notifySuccess(t('Токен обновлен!'))
    onSaved()
    onClose()
    onMade(made)
  }
  const facts: [string, string][] = [
    [t('Токен'), known.value],
    [t('Создан'), showInstant(known.token_created_at)],
    [t('Действует до'), known.expires ?? t('бессрочно')],
    ...(app.export_keys.length > 0
      ? [[t('Токен в адресе'), app.token_in_address ? t('можно') : t('нельзя')] as [string, string]]
      : []),
    [
      t('Последнее обращение'),
      known.last_used_at ? `${showInstant(known.last_used_at)}, ${known.last_address}` : t('ещё не было'),
    ],
  ]
  return (
    <Window
      title={t('Токен')}
      subtitle={app.name}
      icon="key"
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <Button ml="auto" variant="default" onClick={onClose}>
            {t('Закрыть')}
          </Button>
          {/* a refusal is shown by the call itself */}
          <Button onClick={() => void renew().catch(() => undefined)}>{t('Обновить токен')}</Button>
        </>
      }
    >
      <Stack gap="lg">
        <dl className={classes.facts}>
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <NoteBox>{t('Сам токен показан один раз, когда он создан или обновлён.')}</NoteBox>
      </Stack>
    </Window>
  )
}
