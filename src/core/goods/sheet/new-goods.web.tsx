/** Creates all unknown goods of a sheet at once: their properties are proposed, and can be changed. */
import { useMemo } from 'react'
import type * as z from 'zod'
import { wordsOf } from '../../../web/ui/fields/names'
import { call } from '../../../web/api'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { CellFault, CellSelect, CellText } from '../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import { callsOfKind } from '../good-calls.contract'
import { type GoodKind, MEASURES, TYPES_OF } from '../good.contract'
import type { NewGoodsRequest } from './good-windows.web'

interface NewGood {
  name: string
  type: string
  measure: string
  code: string
}
type Values = { rows: NewGood[] }
type Row = NewGood & { index: number; faults: Partial<Record<keyof NewGood, string>> }

/** Beginnings of words → type. */
const GUESSES: Record<GoodKind, readonly [RegExp, string][]> = {
  good: [
    [/(^| )(корм|комбикорм|гранул)/, 'feed'],
    [/(^| )(бензин|дизел|дт|солярк|масло мотор|керосин)/, 'gasoline'],
    [/(^| )(препарат|антибиот|витамин|вакцин|формалин|хлорам|перекис|левомиц|окситетра)/, 'medicine'],
  ],
  workshop_good: [
    [/(^| )филе/, 'fillet'],
    [/(^| )икра/, 'caviar'],
    [/копч/, 'smoked'],
    [/(^| )(сол[её]н|слабосол)/, 'salted'],
    [/морож/, 'frozen'],
    [/охлажд/, 'chilled'],
    [/(^| )(отход|голов|хребт)/, 'waste'],
  ],
}
const OTHERS: Record<GoodKind, string> = { good: 'workshop', workshop_good: 'product' }

export function guessType(kind: GoodKind, name: string): string {
  const words = wordsOf(name).join(' ')
  return GUESSES[kind].find(([pattern]) => pattern.test(words))?.[1] ?? OTHERS[kind]
}

const KEYS = ['name', 'type', 'measure', 'code'] as const
type Set = (index: number, key: keyof NewGood, value: string) => void

const optionsOf = (words: Record<string, string>, t: TFunction) =>
  Object.entries(words).map(([value, label]) => ({ value, label: t(label) }))

function columnsOf(kind: GoodKind, set: Set, t: TFunction): EditColumn<Row>[] {
  const units = Object.fromEntries(Object.entries(MEASURES).map(([key, { name }]) => [key, name]))
  const called = ({ index }: Row, what: string) => t('Строка {{number}}: {{what}}', { number: index + 1, what })
  const propsOf = (row: Row, key: keyof NewGood, what: string) => ({
    label: called(row, what),
    path: `rows.${row.index}.${key}`,
    value: row[key],
    invalid: row.faults[key] !== undefined,
    onChange: (value: string) => set(row.index, key, value),
  })
  const fault = (row: Row, key: keyof NewGood) => row.faults[key] && <CellFault>{t(row.faults[key])}</CellFault>
  const choice = (
    key: 'type' | 'measure',
    title: string,
    words: Record<string, string>,
    width: number,
  ): EditColumn<Row> => ({
    key,
    title,
    width,
    titled: true,
    card: 'half',
    cell: (row) => (
      <>
        <CellSelect {...propsOf(row, key, title)} empty={t('[Не выбрано]')} options={optionsOf(words, t)} />
        {fault(row, key)}
      </>
    ),
  })
  const text = (key: 'name' | 'code', title: string, width?: number): EditColumn<Row> => ({
    key,
    title,
    width,
    titled: true,
    card: 'whole',
    cell: (row) => (
      <>
        <CellText {...propsOf(row, key, title)} />
        {fault(row, key)}
      </>
    ),
  })
  return [
    text('name', t('Название')),
    choice('type', t('Вид'), TYPES_OF[kind], 170),
    choice('measure', t('Ед.'), units, 90),
    text('code', t('Код'), 110),
  ]
}

export function NewGoods({
  kind,
  goods,
  onCreated,
  opened,
  onClose,
}: NewGoodsRequest & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { createSeveral } = callsOfKind[kind]
  const initial: Values = {
    rows: goods.map(({ name, code, unit }) => ({ name, code, measure: unit || 'kg', type: guessType(kind, name) })),
  }
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const { goods: made } = await call(createSeveral, values as z.input<typeof createSeveral.input>, {
      idempotencyKey,
      quiet: true,
    })
    notifySuccess(t('Создано: {{count}}', { count: made.length }))
    void invalidateTags(['goods']).then(() => onCreated(made.map(({ id }) => id)))
  }
  return (
    <FormModal<Values>
      title={kind === 'good' ? t('Новые расходники') : t('Новая продукция')}
      subtitle={t('Проверьте вид и единицу: они взяты из листа')}
      icon="box"
      opened={opened}
      onClose={onClose}
      size={760}
      schema={createSeveral.input}
      initial={initial}
      onSubmit={save}
      submitText={t('Создать: {{count}}', { count: goods.length })}
    >
      {(form) => <Rows form={form} kind={kind} />}
    </FormModal>
  )
}

function Rows({ form, kind }: { form: Form<Values>; kind: GoodKind }) {
  const { t } = useTranslation()
  const { setFieldValue } = form
  const columns = useMemo(
    () => columnsOf(kind, (index, key, value) => setFieldValue(`rows.${index}.${key}`, value as never), t),
    [kind, setFieldValue, t],
  )
  const rows = form.values.rows.map((row, index): Row => ({
    ...row,
    index,
    faults: Object.fromEntries(
      KEYS.flatMap((key) => {
        const fault = form.errors[`rows.${index}.${key}`]
        return fault ? [[key, String(fault)]] : []
      }),
    ),
  }))
  return <EditGrid label={t('Новые расходники')} rows={rows} rowKey={({ index }) => index} columns={columns} />
}
