import { useCallback, useState } from 'react'
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { parseDay } from '../../shared/dates'
import { navigate } from '../../web/router/address'
import { call, errorText, isShownByHandler } from '../../web/api'
import { NBSP, showAmount } from '../../web/format'
import { type TFunction, useTranslation } from '../../web/i18n'
import { historyAction } from '../../web/pages/row-history'
import { Icon } from '../../web/icons'
import { invalidateTags } from '../../web/query-client'
import { useWriteGate } from '../../web/session'
import { useNamedFilters } from '../../core/cages/filter-options.web'
import { JournalPage } from '../../web/pages/journal-page'
import { useRemove } from '../../web/ui/form/use-remove'
import { RemovalPreview } from '../../core/documents/form/preview.web'
import { confirm, type ConfirmOptions } from '../../web/ui/overlay/confirm'
import { Window } from '../../web/ui/overlay/window'
import type { RowAction } from '../../web/ui/table/data-table'
import { notifyError, notifySuccess } from '../../web/notify'
import { BatchCard, Made } from './batch-card.web'
import classes from './workshop.module.css'
import { batchColumns, type BatchDetails, workshopCalls } from './workshop.contract'

const rowOf = (batch: BatchDetails, t: TFunction) => ({
  ...batch,
  number: Number(batch.name),
  datetime: `${parseDay(batch.date)}T${batch.time}`,
  state: batch.status === 'new' ? 'не переработана' : 'переработана',
  products: batch.workshop_goods
    .map(({ good_name, count, measure_name }) => `${good_name} ${showAmount(count)}${NBSP}${t(measure_name)}`)
    .join(', '),
})
type Row = ReturnType<typeof rowOf>

const transformPage = (batch: BatchDetails) =>
  hrefOf('transformBatch', { batchId: batch.id, ...(batch.status === 'new' ? {} : { mode: 'edit' }) })

/** Traces where its fish come from, and who received its products. */
const tracePage = (batch: BatchDetails) => hrefOf('trace', { what: 'batch', id: batch.id })

/** Actions on a batch; each asks first. */
export function useBatchActions() {
  const { t } = useTranslation()
  const remove = useRemove()
  const cancel = async (batch: BatchDetails) => {
    const question = t(
      'Вы действительно хотите отменить переработку продукции от {{time}}? Совершенные транзакции расходников и продукции будут отменены.',
      { time: batch.transformation_time },
    )
    const details: ConfirmOptions['details'] = (refuse, leave) => (
      <RemovalPreview kind="batchTransform" id={batch.transform!.id} onRefused={refuse} onLeave={leave} unit="kg" />
    )
    if (!(await confirm(question, { yes: t('Отменить переработку продукции'), details }))) return
    try {
      await call(workshopCalls.cancelTransform, { id: batch.id })
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(errorText(error))
      return
    }
    notifySuccess(t('Переработка продукции успешно отменена!'))
    void invalidateTags(['fish', 'goods'])
  }
  const drop = async (batch: BatchDetails) => {
    const warning =
      batch.status === 'new'
        ? t('Партия ещё не переработана.')
        : t('Её переработка будет отменена, расходники и продукция вернутся.')
    const gone = await remove({
      question: `${t('Удалить партию #{{name}} от {{date}}?', batch)} ${warning} ${t('Подъёмы рыбы останутся в журнале.')}`,
      remove: () => call(workshopCalls.removeBatch, { id: batch.id }),
    })
    if (gone) void invalidateTags(['fish', 'goods'])
  }
  return { cancel, drop, transform: (batch: BatchDetails) => navigate(transformPage(batch)) }
}

function useRowActions(open: (batch: BatchDetails) => void) {
  const { t } = useTranslation()
  const gate = useWriteGate('access workshop')
  const { cancel, drop, transform } = useBatchActions()
  return (batch: Row): RowAction[] => {
    const gated = { disabled: gate !== null, disabledReason: gate ?? undefined }
    const cancelling = (of: Row): RowAction => ({
      icon: 'undo',
      title: t('Отменить переработку продукции'),
      onClick: () => void cancel(of),
      ...gated,
    })
    const isNew = batch.status === 'new'
    return [
      { icon: 'list', title: t('Подробнее'), onClick: () => open(batch) },
      {
        icon: 'link',
        title: t('Прослеживаемость'),
        often: batch.status !== 'new',
        onClick: () => navigate(tracePage(batch)),
      },
      historyAction({ entity: 'batch', id: batch.id }, t),
      {
        icon: isNew ? 'knife' : 'edit',
        title: isNew ? t('Переработать') : t('Изменить переработку'),
        often: true,
        worded: isNew,
        onClick: () => transform(batch),
        ...gated,
      },
      ...(isNew ? [] : [cancelling(batch)]),
      { icon: 'trash', title: t('Удалить партию'), onClick: () => void drop(batch), ...gated, danger: true },
    ]
  }
}

const TITLE = 'Партии'
const USUAL = 'Год'
const EMPTY = 'Партий за указанный период нет. Партию открывает подъём рыбы с причиной «Отправка в цех».'

/** Batches received by the workshop, and what was made of them. */
export function BatchesPage() {
  const { t } = useTranslation()
  const told = useCallback((batch: BatchDetails) => rowOf(batch, t), [t])
  const [opened, open] = useState<BatchDetails | null>(null)
  const rowActions = useRowActions(open)
  return (
    <>
      <JournalPage<Row, BatchDetails>
        name="batches"
        title={TITLE}
        columns={batchColumns}
        list={workshopCalls.batches}
        told={told}
        usual={USUAL}
        startSort="-datetime"
        locations={[]}
        cages={[]}
        placeless
        filters={useNamedFilters(['stocks'])}
        renderCell={(row, { key }) =>
          key === 'state' ? (
            <span className={classes.state} data-state={row.status}>
              {row.state}
            </span>
          ) : undefined
        }
        rowActions={rowActions}
        onRowClick={open}
        emptyText={EMPTY}
      />
      <BatchWindow batch={opened ?? undefined} onClose={() => open(null)} />
    </>
  )
}

function BatchWindow({ batch, onClose }: { batch: BatchDetails | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const gate = useWriteGate('access workshop')
  const { cancel, drop, transform } = useBatchActions()
  const [last, keep] = useState(batch)
  if (batch && batch !== last) keep(batch)
  const shown = batch ?? last
  if (!shown) return null
  const isNew = shown.status === 'new'
  const button = (text: string, run: () => void, danger = false) => (
    <Button
      variant={danger ? 'subtle' : 'default'}
      color={danger ? 'red' : undefined}
      disabled={gate !== null}
      title={gate ?? undefined}
      onClick={() => {
        onClose()
        run()
      }}
    >
      {text}
    </Button>
  )
  return (
    <Window
      opened={batch !== undefined}
      onClose={onClose}
      size={820}
      icon="knife"
      title={t('Партия #{{name}} от {{date}}', shown)}
      subtitle={isNew ? t('не переработана') : t('переработана {{time}}', { time: shown.transformation_time })}
      footer={
        <>
          {button(t('Удалить партию'), () => void drop(shown), true)}
          <Button
            variant="default"
            leftSection={<Icon name="link" size={16} />}
            onClick={() => {
              onClose()
              navigate(tracePage(shown))
            }}
          >
            {t('Прослеживаемость')}
          </Button>
          {!isNew && button(t('Отменить переработку'), () => void cancel(shown))}
          {button(isNew ? t('Переработать') : t('Изменить переработку'), () => transform(shown))}
        </>
      }
    >
      <BatchCard batch={shown} />
      <Made batch={shown} />
    </Window>
  )
}
