/** «Call me back»: by e-mail, or by phone at suitable hours. */
import { useEffect } from 'react'
import { SegmentedControl } from '@mantine/core'
import * as z from 'zod'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags } from '../../web/query-client'
import { useUser } from '../../web/session'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { TextField } from '../../web/ui/fields/text-fields'
import { TimeField } from '../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../web/ui/form/form-modal'
import { subscriptionCalls, USUAL_HOURS } from './subscription.contract'
import classes from './subscription.module.css'

const initial = { name: '', months_count: '', method: 'email', email: '', phone: '', ...USUAL_HOURS }
type Values = typeof initial

const ERRORS_MS = 5000

/** Fields of the other contact method are not sent. */
const sent = ({ method, email, phone, time_from, time_until, ...values }: Values) =>
  method === 'phone' ? { ...values, phone, time_from, time_until } : { ...values, email }

const schema = z.preprocess((values) => sent(values as Values), subscriptionCalls.request.input)

interface RequestFormProps {
  months: number
  opened: boolean
  onClose: () => void
}

export function RequestForm({ months, opened, onClose }: RequestFormProps) {
  const { t } = useTranslation()
  const { name, email, phone } = useUser()
  return (
    <FormModal<Values>
      title={t('Заявка на подписку')}
      icon="card"
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={{ ...initial, name, email, phone: phone ?? '', months_count: String(months) }}
      submitText={t('Оставить заявку')}
      onSubmit={async (values, options) => {
        await call(subscriptionCalls.request, sent(values), { ...options, quiet: true })
        void invalidateTags(['people'])
        notifySuccess(t('Заявка успешно оставлена!'))
      }}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
  )
}

function Fields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const { errors, clearErrors } = form
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const timer = setTimeout(clearErrors, ERRORS_MS)
    return () => clearTimeout(timer)
  }, [errors, clearErrors])
  const byPhone = form.values.method === 'phone'
  return (
    <>
      <TextField {...form.getInputProps('name')} label={t('Имя')} maxLength={200} />
      <DecimalField {...form.getInputProps('months_count')} label={t('Срок')} unit={t('мес')} decimals={0} step={1} />
      <div className={classes.method}>
        <span>{t('Как связаться')}</span>
        <SegmentedControl
          aria-label={t('Как связаться')}
          value={form.values.method}
          onChange={(method) => {
            clearErrors()
            form.setFieldValue('method', method)
          }}
          data={[
            { value: 'email', label: t('E-mail') },
            { value: 'phone', label: t('Телефон') },
          ]}
        />
      </div>
      {byPhone ? (
        <>
          <TextField {...form.getInputProps('phone')} label={t('Телефон')} maxLength={40} />
          <FieldRow>
            <TimeField {...form.getInputProps('time_from')} label={t('Звонить с')} />
            <TimeField {...form.getInputProps('time_until')} label={t('до')} />
          </FieldRow>
        </>
      ) : (
        <TextField {...form.getInputProps('email')} label={t('E-mail')} maxLength={200} />
      )}
    </>
  )
}
