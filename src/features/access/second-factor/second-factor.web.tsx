import { useState } from 'react'
import type * as z from 'zod'
import { Button, Stack, TextInput } from '@mantine/core'
import { PasswordField } from '../../../web/ui/fields/password-field'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { Window } from '../../../web/ui/overlay/window'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { useAccessForm } from '../sign-in/use-access-form.web'
import access from '../sign-in/access.module.css'
import { FactorSetup, RecoveryCodes } from './factor-setup.web'
import { factorCalls } from './second-factor.contract'
import styles from './second-factor.module.css'

type FactorWindow = 'setup' | 'codes' | 'off'

const TITLES: Record<FactorWindow, string> = {
  setup: 'Включить второй фактор',
  codes: 'Новые коды восстановления',
  off: 'Отключить второй фактор',
}

/** Part of the profile: whether signing in requires a code, and turning that on and off. */
export function SecondFactor() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(factorCalls.state, {})
  const [opened, open] = useState<FactorWindow | null>(null)
  // the window keeps its content while it closes
  const [shown, show] = useState<FactorWindow>('setup')
  const summon = (what: FactorWindow) => {
    show(what)
    open(what)
  }
  const done = () => {
    open(null)
    void invalidateTags(['people'])
  }
  return (
    <section className={access.panel} aria-labelledby="second-factor">
      <h2 id="second-factor">{t('Второй фактор')}</h2>
      <Stack gap="md">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowSkeletons rows={2} />}
        {data && (data.on ? <IsOn codesLeft={data.codes_left} onOpen={summon} /> : <IsOff onOpen={summon} />)}
        {data?.required && (
          <NoteBox>
            {t('В хозяйстве обязателен второй фактор. Чтобы сменить телефон, отключите его и включите заново.')}
          </NoteBox>
        )}
      </Stack>
      <Window opened={opened !== null} onClose={done} icon="lock" title={t(TITLES[shown])} size={440}>
        {shown === 'setup' && <FactorSetup onDone={done} />}
        {shown === 'codes' && <NewCodes onDone={done} />}
        {shown === 'off' && <TurnOff onDone={done} />}
      </Window>
    </section>
  )
}

function IsOff({ onOpen }: { onOpen: (what: FactorWindow) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.hint}>
        {t('При входе, кроме пароля, нужен код из приложения на телефоне: одного пароля для входа недостаточно.')}
      </p>
      <div className={styles.buttons}>
        <Button leftSection={<Icon name="lock" size={16} />} onClick={() => onOpen('setup')}>
          {t('Включить')}
        </Button>
      </div>
    </>
  )
}

const FEW_CODES = 3

function IsOn({ codesLeft, onOpen }: { codesLeft: number; onOpen: (what: FactorWindow) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.state}>
        <Icon name="check" size={16} />
        {t('Включён: при входе спрашивается код')}
      </p>
      {codesLeft < FEW_CODES ? (
        <NoteBox kind="warn">
          {t('Кодов восстановления осталось: {{left}}. Получите новые.', { left: codesLeft })}
        </NoteBox>
      ) : (
        <p className={styles.hint}>{t('Кодов восстановления осталось: {{left}} из 10', { left: codesLeft })}</p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" leftSection={<Icon name="key" size={16} />} onClick={() => onOpen('codes')}>
          {t('Новые коды')}
        </Button>
        <Button variant="default" onClick={() => onOpen('off')}>
          {t('Отключить')}
        </Button>
      </div>
    </>
  )
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ProofStep
      text={t('Прежние коды перестанут действовать.')}
      button={t('Получить коды')}
      send={async (proof) => setCodes((await call(factorCalls.recoveryCodes, proof, { quiet: true })).recovery_codes)}
    />
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const send = async (proof: OwnProof) => {
    await call(factorCalls.off, proof, { quiet: true })
    notifySuccess(t('Второй фактор отключён'))
    onDone()
  }
  return <ProofStep button={t('Отключить')} danger send={send} />
}

type OwnProof = z.output<typeof factorCalls.off.input>

interface ProofStepProps {
  text?: string
  button: string
  danger?: boolean
  send: (proof: OwnProof) => Promise<void>
}

/** Asks for the password and a code: neither an open page nor a phone beside it is enough. */
function ProofStep({ text, button, danger, send }: ProofStepProps) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { password: '', code: '' },
    schema: factorCalls.off.input,
    send,
  })
  return (
    <form {...frame} className={access.form}>
      {text && <p className={styles.hint}>{text}</p>}
      <PasswordField
        label={t('Ваш пароль')}
        autoComplete="current-password"
        data-autofocus
        required
        {...form.input('password')}
      />
      <TextInput
        label={t('Код из приложения или код восстановления')}
        autoComplete="one-time-code"
        required
        classNames={{ input: access.code }}
        {...form.input('code')}
      />
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      <SubmitButton state={state} danger={danger}>
        {button}
      </SubmitButton>
    </form>
  )
}
