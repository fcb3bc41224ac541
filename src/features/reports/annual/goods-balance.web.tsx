import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GOODS, NextStep } from '../../../core/reports/next-step.web'
import report from '../../../core/reports/report.module.css'
import type { Column } from '../../../shared/columns'
import type { AnswerOf } from '../../../shared/contract'
import { hrefOf } from '../../../shared/pages'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { Link } from '../../../web/router/router'
import { DataTable } from '../../../web/ui/table/data-table'
import { annualCalls, METHOD_WORDS, METHODS } from './annual.contract'
import { balanceColumns, flatBalance } from './annual-table.contract'
import { Signatures } from './signatures.web'
import classes from './annual.module.css'

type Flat = ReturnType<typeof flatBalance> & { [column: string]: string | number }

/** Opening, receipts, what was used up and lost, closing of each consumable; what it would be by the other method. */
export function GoodsBalance({ year, method, closing }: { year: number; method: 'fifo' | 'avg'; closing: string }) {
  const { t } = useTranslation()
  const query = useCall(annualCalls.balance, { year, method }, { placeholderData: keepPreviousData })
  const answer = query.data
  const all = answer?.totals.find(({ type }) => type === null)
  const title = t('Баланс расходников')
  const link = ({ good_id }: Flat, { key }: Column, look: ReactNode) =>
    key === 'name' || key === 'consumed' || key === 'closing' ? (
      <Link
        className={report.cell}
        to={hrefOf('goods', { good: good_id, tab: key === 'name' ? 'movements' : 'stock' })}
      >
        {look}
      </Link>
    ) : (
      look
    )
  return (
    <DataTable<Flat>
      name="annual-goods"
      title={title}
      titleLevel={2}
      exportTitle={`${t('Годовой отчёт')}. ${title}`}
      csv
      exportWhen={String(year)}
      exportNote={`${t(METHODS[method])}. ${t(METHOD_WORDS[method])} ${closing}`.trim()}
      exportBelow={<Signatures />}
      columns={balanceColumns}
      rows={answer?.rows.map((row) => flatBalance(row) as Flat)}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startPerPage={25}
      wrapCell={link}
      emptyText={t('Нет данных для отображения')}
      emptyAction={<NextStep place={GOODS} />}
      above={all && <Words totals={answer!.totals} method={method} />}
    />
  )
}

type Totals = AnswerOf<typeof annualCalls.balance>['totals']

/** Each category of goods as an equation, and why the other method says otherwise. */
function Words({ totals, method }: { totals: Totals; method: 'fifo' | 'avg' }) {
  const { t } = useTranslation()
  const rub = (money: number) => showNumber(money, 2)
  const all = totals.find(({ type }) => type === null)!
  const other = t(METHODS[method === 'fifo' ? 'avg' : 'fifo'])
  const difference = Math.round((all.other.consumed - all.money.consumed) * 100) / 100
  return (
    <div className={classes.words}>
      {totals.map(({ type, name, money }) => (
        <p key={type ?? ''}>
          <b>{name}</b>{' '}
          {t('{{opening}} + приход {{received}} − расход {{consumed}} − потери {{lost}} = {{closing}} ₽', {
            opening: rub(money.opening),
            received: rub(money.received),
            consumed: rub(money.consumed),
            lost: rub(money.lost),
            closing: rub(money.closing),
          })}
          {money.rounding !== 0 && ` ${t('(округление {{money}})', { money: rub(money.rounding) })}`}
        </p>
      ))}
      <p>
        {difference === 0
          ? t('Способ «{{other}}» даёт тот же расход.', { other })
          : t(
              'Способ «{{other}}» даёт расход {{consumed}} ₽, разница {{difference}} ₽: один списывает приходы по очереди, другой по общей цене года. На столько же отличается стоимость остатка и потерь.',
              { other, consumed: rub(all.other.consumed), difference: rub(difference) },
            )}
      </p>
      {all.money.unpriced !== 0 && (
        <p>{t('Пришло без цены и оценено по предыдущему приходу: {{money}} ₽.', { money: rub(all.money.unpriced) })}</p>
      )}
    </div>
  )
}
