/** The page where a warehouse is counted: on a phone beside the shelves, or from a sheet that was printed and filled in. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import type { Column } from '../../shared/columns'
import { dayOf, showDay, showInstant, timeOf } from '../../shared/dates'
import { navigate } from '../../web/address'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { notifyError } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { SelectField, optionsOf } from '../../web/ui/fields/select-field'
import { PrintSheet } from '../../web/ui/table/print-sheet'
import { unarchived } from '../../shared/collections'
import { errorText } from '../../web/api'
import { OperationForm } from '../../core/documents/form/operation-form.web'
import { sheetCall, type SheetRow } from '../../core/documents/kinds/stocktake/stocktake.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import classes from './stocktake-page.module.css'

const JOURNAL = '/journals/stocktakes'

/** On paper the book is not told: what is expected is easily found. */
const columns: Column[] = [
  { key: 'number', title: '№', type: 'number' },
  { key: 'good', title: 'Название', type: 'text' },
  { key: 'code', title: 'Код', type: 'text' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'counted', title: 'Посчитано', type: 'text' },
  { key: 'remark', title: 'Примечание', type: 'text' },
]

interface Paper {
  stock: string
  at: string
  rows: SheetRow[]
}

function CountSheet({ paper, onDone }: { paper: Paper; onDone: () => void }) {
  const { t } = useTranslation()
  const rows = paper.rows.map((row, index) => ({ ...row, id: row.good_id, number: index + 1, counted: '', remark: '' }))
  return (
    <PrintSheet
      sheet={{ title: t('Лист инвентаризации'), subtitle: paper.stock, columns, rows, average: 'kg' }}
      note={showInstant(paper.at)}
      printing={false}
      onDone={onDone}
      below={
        <p className={classes.signatures}>
          <span>{t('Считал')}</span>
          <span>{t('Проверил')}</span>
        </p>
      }
    />
  )
}

/** «Печать листа»: what is counted is what lies there now. */
function PrintButton() {
  const { t } = useTranslation()
  const now = useNow()
  const stocks = unarchived(useCall(goodCalls.allStocks, {}).data ?? [])
  const [chosen, choose] = useState('')
  const [paper, setPaper] = useState<Paper | null>(null)
  const stock = stocks.find(({ id }) => String(id) === chosen) ?? (stocks.length === 1 ? stocks[0] : undefined)
  const print = async () => {
    if (!stock) return
    try {
      const rows = await call(sheetCall, { stock_id: stock.id, date: showDay(dayOf(now)), time: timeOf(now) })
      setPaper({ stock: stock.name, at: now, rows })
    } catch (error) {
      notifyError(errorText(error))
    }
  }
  return (
    <div className={classes.print}>
      <SelectField
        size="xs"
        prefix={t('Лист для склада')}
        aria-label={t('Лист для склада')}
        data={optionsOf(stocks) ?? []}
        value={stock ? String(stock.id) : null}
        onChange={(id) => choose(id ?? '')}
      />
      <Button
        variant="default"
        leftSection={<Icon name="print" size={16} />}
        disabled={!stock}
        onClick={() => void print()}
      >
        {t('Печать листа')}
      </Button>
      {paper && <CountSheet paper={paper} onDone={() => setPaper(null)} />}
    </div>
  )
}

export function StocktakePage() {
  const { t } = useTranslation()
  const toJournal = () => navigate(JOURNAL)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 data-in-bar>{t('Инвентаризация')}</h1>
        <PrintButton />
        <Button variant="default" leftSection={<Icon name="book" size={16} />} onClick={toJournal}>
          {t('Журнал инвентаризаций')}
        </Button>
      </header>
      <OperationForm
        kind="stocktake"
        target={{}}
        opened
        onClose={toJournal}
        inPage={{ closeText: t('К журналу'), submitText: t('Записать инвентаризацию') }}
      />
    </div>
  )
}
