/** The printed passport of a batch: its content, origin, what the fish ate, and signatures. */
import { hrefOf } from '../../shared/pages'
import { showDay } from '../../shared/dates'
import { navigate } from '../../web/router/address'
import { NBSP, showAmount, showCount } from '../../web/format'
import { useTranslation, type TFunction } from '../../web/i18n'
import { NotFound } from '../../web/layout/not-found'
import { useCall } from '../../web/query-client'
import type { PageProps } from '../../web/router/router'
import { useNow, useUser } from '../../web/session'
import { ErrorState } from '../../web/ui/error-state'
import { Filled, Paper } from '../../web/ui/paper/paper'
import { RowSkeletons } from '../../web/ui/skeletons'
import { PlainTable } from '../../web/ui/table/plain-table'
import { stepsOf, titleOf } from './trace-steps.web'
import { type Trace, traceCalls, type TracedProduct } from './trace.contract'
import styles from './passport.module.css'

export function PassportPage({ params }: PageProps) {
  const { what, id } = params
  return what === 'shipment' || what === 'batch' ? <Passport what={what} id={Number(id)} /> : <NotFound />
}

function Passport({ what, id }: { what: 'shipment' | 'batch'; id: number }) {
  const { t } = useTranslation()
  const query = useCall(traceCalls[what], { id })
  const trace = query.data
  if (!trace)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={10} />
    )
  return (
    <Paper
      title={`${t('Паспорт партии')}: ${titleOf(trace, t)}`}
      back={{ text: t('К цепочке'), go: () => navigate(hrefOf('trace', { what, id })) }}
    >
      <Sheet trace={trace} />
    </Paper>
  )
}

const listed = (values: readonly (string | null)[]) => [...new Set(values.filter(Boolean))].join(', ')

/** Facts at the top of the paper: title → text, '' for a blank to be filled in by hand. */
function factsOf({ what, shipped, products, batches, places }: Trace, t: TFunction): [string, string][] {
  const positions = batches.flatMap((batch) => batch.positions)
  const parts = new Set(
    shipped.flatMap((line) => line.parts.map(({ operation_id, line }) => `${operation_id}:${line}`)),
  )
  const isOwn = ({ operation_id, line, batch_id }: TracedProduct) =>
    what === 'shipment' ? parts.has(`${operation_id}:${line}`) : batch_id !== null
  const made = products.filter(isOwn)
  const goods = what === 'shipment' ? shipped : made
  const of = (row: { good: string; amount: number; measure_name: string }) =>
    `${row.good} ${showAmount(row.amount)}${NBSP}${t(row.measure_name)}`
  const fish = batches.map(
    ({ name, count, weight, day }) =>
      `${t('партия № {{name}}', { name })} ${t('от {{day}}', { day: showDay(day) })}: ${showCount(count)}${NBSP}${t('шт')}, ${showAmount(weight)}${NBSP}${t('кг')}`,
  )
  return [
    [t('Продукция'), listed(goods.map(of))],
    [t('Дата изготовления'), listed(made.map(({ datetime }) => showDay(datetime)))],
    [t('Сырьё'), fish.join('; ')],
    [t('Вид рыбы'), listed(positions.map(({ species }) => species))],
    [t('Генерация'), listed(positions.map(({ generation }) => generation))],
    [t('Водоём, модуль'), listed([...places, ...positions].map(({ module }) => module))],
    [t('Садки'), listed([...places, ...positions].map(({ cage }) => cage))],
    [t('Покупатель'), listed(shipped.map(({ counterparty }) => counterparty))],
    [t('Накладная'), listed(shipped.map(({ waybill_number }) => waybill_number))],
  ]
}

function Sheet({ trace }: { trace: Trace }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const { settings } = company
  const today = showDay(useNow())
  const requisites = [
    settings.inn && `${t('ИНН')} ${settings.inn}`,
    settings.kpp && `${t('КПП')} ${settings.kpp}`,
    settings['legal-address'],
    settings['legal-phone'],
  ]
  return (
    <div className={styles.passport}>
      <header>
        <b>{settings['legal-name'] ?? company.name}</b>
        <Filled wide below={t('ИНН, КПП, адрес, телефон')}>
          {requisites.filter(Boolean).join(', ')}
        </Filled>
      </header>
      <h2>{t('Паспорт партии')}</h2>
      <p className={styles.about}>{titleOf(trace, t)}</p>
      <dl>
        {factsOf(trace, t).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Filled wide>{value}</Filled>
            </dd>
          </div>
        ))}
      </dl>
      {stepsOf(trace, t).map(({ key, title, note, columns, rows }) => (
        <section key={key}>
          <h3>{t(title)}</h3>
          <PlainTable columns={columns} rows={rows} rowKey={(_, index) => index} paper />
          {note && <p className={styles.note}>{t(note)}</p>}
        </section>
      ))}
      {trace.treatments.length === 0 && <p>{t('Лечений не зарегистрировано.')}</p>}
      {trace.partial && <p>{t('Паспорт неполон: часть сведений недоступна тому, кто его составил.')}</p>}
      <footer>
        <Signature title={t('Паспорт составил')} />
        <Signature title={t('Руководитель')} name={settings.director} />
        <p>{t('Дата составления: {{day}}', { day: today })}</p>
      </footer>
    </div>
  )
}

function Signature({ title, name }: { title: string; name?: string | null }) {
  const { t } = useTranslation()
  return (
    <p className={styles.signature}>
      {title}
      <Filled below={t('подпись')} />
      <Filled wide below={t('расшифровка подписи')}>
        {name}
      </Filled>
    </p>
  )
}
