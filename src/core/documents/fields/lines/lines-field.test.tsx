/** What the table of lines shows of what is typed, drawn once. */
import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { callKey, queryClient } from '../../../../web/query-client'
import { userQuery } from '../../../../web/session'
import type { User } from '../../../../shared/user'
import { goodCalls } from '../../../goods/good-calls.contract'
import { type GoodRow } from '../../../goods/good.contract'
import type { CageBalance, FieldsProps, Values } from '../form-model.web'
import { LinesField } from './lines-field.web'

afterEach(() => queryClient.clear())

const book: CageBalance = { cage: undefined, groups: [], known: false, failed: false }
const good = (id: number, name: string, there: number): Partial<GoodRow> => ({
  id,
  name,
  type: 'feed',
  measure: 'kg',
  measure_name: 'кг',
  stocks_count: { 1: there },
  total: there,
})

function Field({ values, errors, goods }: { values: object; errors: object; goods: [number, number, number][] }) {
  const form = useForm<Values>({ initialValues: values as Values, initialErrors: errors as Values })
  const moved = goods.map(([id, stock, amount]) => ({ good: id, stock, amount: amount * 1e6 }))
  const props = {
    form,
    book,
    target: book,
    row: undefined,
    settings: { unit: 'kg', setUnit: () => undefined, weightAllowed: false },
    previewEffect: () => ({ goods: moved }),
    formerGoods: [],
    shortage: null,
    block: () => undefined,
  } as unknown as FieldsProps
  return <LinesField {...props} priced />
}

/** What stands in each line and in the foot, without tags; «[…]» is what an input holds. */
function draw(values: object, goods: [number, number, number][], errors: object = {}): string[] {
  const company = { subscription: { days_left: 30 } }
  queryClient.setQueryData(userQuery.queryKey, { permissions: [], company } as unknown as User)
  queryClient.setQueryData(callKey(goodCalls.list, {}), { 5: good(5, 'Корм', 100), 6: good(6, 'Соль', 0) })
  queryClient.setQueryData(callKey(goodCalls.allStocks, {}), [
    { id: 1, name: 'Баржа' },
    { id: 2, name: 'Берег' },
  ])
  const page = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <Field values={values} errors={errors} goods={goods} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return page
    .replace(/<style.*?<\/style>/gs, '')
    .split(/(?=<tr data-row)|(?=<div class="[^"]*foot[^"]*")/)
    .slice(1)
    .map((part) =>
      part
        .replace(/<input[^>]*type="hidden"[^>]*>/g, '')
        .replace(/<input[^>]*value="([^"]*)"[^>]*>/g, ' [$1] ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

const line = (good_id: string, amount: string, price = '') => ({ good_id, amount, price })

test('each line has its cost and its balance before and after, the foot the totals', () => {
  const lines = [line('5', '250.5', '120.35'), line('6', '3')]
  const drawn = draw({ stock_id: '1', lines }, [
    [5, 1, 250.5],
    [6, 1, 3],
  ])
  const [first, second] = drawn.filter((part) => /^\d /.test(part))
  expect(first).toContain('[Корм]')
  expect(first).toMatch(/ 30 147,68 .*100 350,5 кг/)
  expect(second).toMatch(/ — .*0 3 кг/)
  expect(drawn.at(-1)).toContain('Строк: 2 · 253,5 кг 30 147,68 ₽')
})

test('the VAT in the total is told as soon as its rate is', () => {
  const lines = [line('5', '10', '120')]
  const drawn = draw({ stock_id: '1', with_waybill: '1', vat_rate: '20', lines }, [[5, 1, 10]])
  expect(drawn.at(-1)).toContain('в том числе НДС 200,00 ₽ 1 200,00 ₽')
  expect(draw({ stock_id: '1', vat_rate: '20', lines }, [[5, 1, 10]]).at(-1)).not.toContain('НДС')
})

test('a good that moves between warehouses shows both; nothing moved yet is what lies there', () => {
  const drawn = draw({ stock_id: '1', lines: [line('5', '40'), line('6', '')] }, [
    [5, 1, -40],
    [5, 2, 40],
  ])
  const [first, second] = drawn.filter((part) => /^\d /.test(part))
  expect(first).toMatch(/Баржа 100 60 кг Берег 0 40 кг/)
  expect(second).toMatch(/ — 0 кг/)
})

test('what is wrong stands in its line: what the server says, what the warehouse lacks under the last line of the good', () => {
  const lines = [line('5', '60'), line('5', '70'), line('', '1')]
  const drawn = draw({ stock_id: '1', lines }, [[5, 1, -130]], { 'lines.2.good_id': 'Заполните поле' })
  const [first, second, third] = drawn.filter((part) => /^\d /.test(part))
  expect(first).not.toContain('не хватает')
  expect(second).toContain('На складе 100 кг, не хватает 30')
  expect(third).toContain('Заполните поле')
})
