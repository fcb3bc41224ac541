/** Screens where the workshop makes products: from a batch, or from goods in warehouses. */
import { useEffect, useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import type { PageProps } from '../../web/router/router'
import { ErrorState } from '../../web/ui/error-state'
import { NoteBox } from '../../web/ui/note-box'
import { RowSkeletons } from '../../web/ui/skeletons'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import { OperationForm } from '../../core/documents/form/operation-form.web'
import { goodCalls, workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { BatchCard } from './batch-card.web'
import { type BatchDetails, workshopCalls } from './workshop.contract'
import classes from './workshop.module.css'

const BATCHES = hrefOf('batches')
const toBatches = () => navigate(BATCHES)

/** Waits for both lists of goods, which the form compares. */
const useGoodsKnown = () => {
  const goods = useCall(goodCalls.list, {}).data
  const products = useCall(workshopGoodCalls.list, {}).data
  return goods !== undefined && products !== undefined
}

/** With `mode` «edit» a stored transformation is changed, otherwise a new one is made. */
export function TransformBatchPage({ params }: PageProps) {
  const { t } = useTranslation()
  const id = Number(params.batchId)
  const query = useCall(workshopCalls.batches, { batch_id: id })
  const known = useGoodsKnown()
  const batch = (query.data as BatchDetails[] | undefined)?.find((one) => one.id === id)
  const editing = params.mode === 'edit'
  // only an unprocessed batch can be processed, and only a processed one changed
  const astray = query.data !== undefined && (!batch || editing !== (batch.status === 'transformed'))
  useEffect(() => {
    if (astray) navigate(BATCHES, { replace: true })
  }, [astray])
  return (
    <Stack gap="lg">
      <header className={classes.head}>
        <h1 data-in-bar>{batch ? t('Партия #{{name}} от {{date}}', batch) : t('Переработка партии')}</h1>
        <Button variant="default" leftSection={<Icon name="left" size={16} />} onClick={toBatches}>
          {t('Назад к партиям')}
        </Button>
      </header>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : batch && known && !astray ? (
        <Transforming key={`${id} ${editing}`} batch={batch} />
      ) : (
        <RowSkeletons rows={8} />
      )}
    </Stack>
  )
}

const isDeleted = (known: Record<string, unknown> | undefined, ids: number[]) =>
  known !== undefined && ids.some((id) => !(id in known))

/** Says that the good was deleted. */
function Deleted({ batch }: { batch: BatchDetails }) {
  const { t } = useTranslation()
  const goods = useCall(goodCalls.list, {}).data
  const products = useCall(workshopGoodCalls.list, {}).data
  const ids = (lines: BatchDetails['consumed_goods']) => lines.map(({ transactionable_id }) => transactionable_id)
  return (
    <>
      {isDeleted(goods, ids(batch.consumed_goods)) && (
        <NoteBox kind="warn">{t('Некоторые расходники удалены из приложения: сведений о них нет.')}</NoteBox>
      )}
      {isDeleted(products, ids(batch.workshop_goods)) && (
        <NoteBox kind="warn">{t('Часть продукции удалена из приложения: сведений о ней нет.')}</NoteBox>
      )}
    </>
  )
}

function Transforming({ batch }: { batch: BatchDetails }) {
  const { t } = useTranslation()
  // the first answer is kept: a later one must not replace typed values
  const [{ id, transform, sum_entities_weight: weight, stock_id }] = useState(batch)
  const preset = { batch_id: id, batch_weight: weight, stock_id }
  const row = transform ? ({ ...transform, batch_weight: weight } as unknown as OperationRow) : undefined
  return (
    <OperationForm
      kind="batchTransform"
      target={row ? { row } : { preset }}
      opened
      onClose={toBatches}
      inPage={{
        closeText: t('Назад к партиям'),
        submitText: transform ? t('Изменить') : t('Сохранить'),
        onlyChanged: true,
        momentTitle: t('Дата и время переработки'),
        lead: (
          <section className={classes.card}>
            <h2>{t('Перерабатываемая партия')}</h2>
            <BatchCard batch={batch} transformer={transform !== null} />
            <Deleted batch={batch} />
          </section>
        ),
      }}
    />
  )
}

/** Makes products from goods and products in warehouses. */
export function TransformGoodsPage() {
  const { t } = useTranslation()
  const known = useGoodsKnown()
  const [again, begin] = useState(0)
  const [saved, tell] = useState(false)
  return (
    <Stack gap="lg">
      <header className={classes.head}>
        <h1 data-in-bar>{t('Переработка продукции')}</h1>
        <Button
          variant="default"
          leftSection={<Icon name="book" size={16} />}
          onClick={() => navigate(hrefOf('transforms'))}
        >
          {t('Журнал переработки')}
        </Button>
      </header>
      {known ? (
        <OperationForm
          key={again}
          kind="goodsTransform"
          target={{ onSaved: () => tell(true) }}
          opened
          onClose={() => {
            if (saved) begin(again + 1)
            else navigate(hrefOf('products'))
            tell(false)
          }}
          inPage={{
            closeText: t('К продукции'),
            submitText: t('Сохранить'),
            momentTitle: t('Дата и время переработки'),
          }}
        />
      ) : (
        <RowSkeletons rows={6} />
      )}
    </Stack>
  )
}
