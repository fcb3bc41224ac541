/** When the subscription ends, its prices, and contacts. */
import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { daysBetween, parseDay } from '../../shared/dates'
import { NBSP, showCount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { useUser } from '../../web/session'
import { NoteBox } from '../../web/ui/note-box'
import { RequestForm } from './request-form.web'
import { subscriptionCalls, type Tariff, TARIFFS } from './subscription.contract'
import classes from './subscription.module.css'

const roubles = (sum: number) => `${showCount(sum)}${NBSP}₽`

export function SubscriptionPage() {
  const { t } = useTranslation()
  const [asked, ask] = useState<{ months: number; opened: boolean }>({ months: 1, opened: false })
  return (
    <>
      <h1 className={classes.title} data-in-bar>
        {t('Подписка')}
      </h1>
      <div className={classes.sections}>
        <State />
        <Contacts />
        <section className={classes.wide} aria-labelledby="tariffs">
          <h2 id="tariffs">{t('Тарифы')}</h2>
          <ul className={classes.tariffs}>
            {TARIFFS.map((tariff) => (
              <TariffCard
                key={tariff.months}
                tariff={tariff}
                onAsk={() => ask({ months: tariff.months, opened: true })}
              />
            ))}
          </ul>
        </section>
      </div>
      <RequestForm {...asked} onClose={() => ask({ ...asked, opened: false })} />
    </>
  )
}

/** Within the last week the remaining days are a warning, as in the banner. */
const FEW_DAYS = 7

function State() {
  const { t } = useTranslation()
  const { type, start_date, end_date, days_left: left } = useUser().company.subscription
  const trial = type === 'trial'
  const [start, end] = [parseDay(start_date)!, parseDay(end_date)!]
  const all = Math.max(1, daysBetween(start, end))
  const state = left < 0 ? 'over' : left <= FEW_DAYS ? 'few' : 'well'
  const title = trial ? t('Пробный период') : t('Оплаченная подписка')
  const said =
    left < 0
      ? trial
        ? t('Пробный период закончился')
        : t('Подписка закончилась')
      : left === 0
        ? t('Закончится сегодня')
        : t('Осталось {{count}} дней', { count: left })
  const facts = [
    { title: t('Вид'), value: title },
    { title: t('Начало'), value: start_date },
    { title: t('Окончание'), value: end_date },
  ]
  return (
    <section className={classes.panel} data-state={state} aria-label={t('Состояние подписки')}>
      <p className={classes.left}>{said}</p>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(100, Math.max(0, (left / all) * 100))}%` }} />
      </div>
      <Facts facts={facts} />
      {left < 0 && (
        <NoteBox kind="danger" icon="lock">
          {t('Основные функции отключены: остались просмотр таблиц и отчётов и выгрузка данных.')}{' '}
          {t('Всё записанное сохранено и снова откроется для изменений, когда подписка будет оформлена.')}
        </NoteBox>
      )}
    </section>
  )
}

const Facts = ({ facts }: { facts: readonly { title: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ title, value }) => [<dt key={title}>{title}</dt>, <dd key={`${title}=`}>{value}</dd>])}
  </dl>
)

const WITH_ALL = ['Бесплатные обновления', 'Поддержка 24/7'] as const

function TariffCard({ tariff: { months, price, before }, onAsk }: { tariff: Tariff; onAsk: () => void }) {
  const { t } = useTranslation()
  const saved = before === undefined ? 0 : before - price
  const points = [
    before === undefined
      ? t('Хорошая цена')
      : t('Экономия {{sum}} в месяц', { sum: roubles(Math.round(saved / months)) }),
    ...WITH_ALL.map((point) => t(point)),
  ]
  return (
    <li className={classes.tariff}>
      <h3>
        {t('{{count}} месяцев', { count: months })}
        {before !== undefined && (
          <span className={classes.saving}>
            {t('экономия {{percent}} %', { percent: Math.round((saved / before) * 100) })}
          </span>
        )}
      </h3>
      <p className={classes.price}>
        <b>{roubles(price)}</b>
        {before !== undefined && (
          <s aria-label={t('прежняя цена {{sum}}', { sum: roubles(before) })}>{roubles(before)}</s>
        )}
      </p>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon name="check" size={16} />
            {point}
          </li>
        ))}
      </ul>
      <Button variant={before === undefined ? 'default' : 'filled'} onClick={onAsk}>
        {t('Оставить заявку')}
      </Button>
    </li>
  )
}

function Contacts() {
  const { t } = useTranslation()
  const { data } = useCall(subscriptionCalls.read, {})
  const { email, phone } = data?.contacts ?? { email: null, phone: null }
  const last = data?.last_request
  const facts = [
    ...(phone ? [{ title: t('Телефон'), value: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> }] : []),
    ...(email ? [{ title: t('E-mail'), value: <a href={`mailto:${email}`}>{email}</a> }] : []),
    ...(last
      ? [
          {
            title: t('Последняя заявка'),
            value: `${last.date}, ${last.name}, ${t('{{count}} месяцев', { count: last.months_count })}`,
          },
        ]
      : []),
  ]
  return (
    <section className={classes.panel} aria-labelledby="contacts">
      <h2 id="contacts">{t('Контакты')}</h2>
      {facts.length > 0 && <Facts facts={facts} />}
      <p className={classes.quiet}>
        {t('Оставьте заявку на нужный срок: вам ответят по e-mail или позвонят в удобное время.')}
      </p>
    </section>
  )
}
