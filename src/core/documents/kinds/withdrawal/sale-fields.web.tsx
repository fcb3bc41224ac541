import { unarchived } from '../../../../shared/collections'
import { parseDecimal } from '../../../../shared/numbers'
import { paidKilograms, totalRoubles } from '../../../../shared/fish/sale'
import { showAmount, showRoubles } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { FieldRow } from '../../../../web/ui/fields/field'
import { FlagField } from '../../../../web/ui/fields/flag-field'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { useCreators } from '../../../lists/create.web'
import { usePartners } from '../../../lists/partners.web'
import { libraries } from '../../../lists/library.contract'
import { Columns } from '../../fields/columns.web'
import { CalculateLink } from '../../fields/fish-fields.web'
import { roundText } from '../../fields/fish-math.web'
import type { FieldsProps, Values } from '../../fields/form-model.web'
import styles from '../../form/operation-form.module.css'
import { useKnown, withOwn } from './choices.web'

interface Props extends FieldsProps {
  /** mass that leaves the cage, milligrams; null while unknown */
  mass: number | null
}

/** Typed roubles as kopecks; null when empty or invalid. */
const kopecks = (text: string | undefined) => {
  const amount = parseDecimal(text ?? '', 2)
  return amount !== null && amount >= 0 ? amount : null
}

/** Totals for the typed price and payment, by the server's own functions. */
function sumsOf(values: Values, mass: number | null) {
  const [price, payment] = [kopecks(values.price_per_kilogram), kopecks(values.payment)]
  const total = price !== null && mass !== null ? totalRoubles(mass, price) : null
  const paid = price !== null && payment !== null ? paidKilograms(payment, price) : null
  return { total, paid, debt: total !== null && payment !== null ? total * 100 - payment : null }
}

/** «Долг 12 300,00 ₽» */
function useDebt(debt: number | null): string | undefined {
  const { t } = useTranslation()
  if (debt === null) return undefined
  if (debt === 0) return t('Оплачено полностью')
  const amount = showRoubles(Math.abs(debt) / 100)
  return debt > 0 ? t('Долг {{amount}}', { amount }) : t('Переплата {{amount}}', { amount })
}

/** Fields of a sale, when the switch is on: buyer, seller, price and payment. */
export function SaleFields(props: Props) {
  const { t } = useTranslation()
  const { form } = props
  return (
    <>
      <FlagField {...form.getInputProps('show_with_counterparty')} label={t('С контрагентом')} />
      {form.values.show_with_counterparty && (
        <div className={styles.part}>
          <Buyer {...props} />
          <Money {...props} />
        </div>
      )}
    </>
  )
}

function Buyer({ form, row }: Props) {
  const { t } = useTranslation()
  const employees = useCall(libraries.employee.list, {}).data
  const creators = useCreators()
  const buyers = usePartners('buyer')
  const people = employees && unarchived(employees).map(({ id, fio }) => ({ value: id, label: fio }))
  useKnown(form, 'employee_id', people && withOwn(people, row?.employee_id, row?.employee))
  const choose = (key: string) => ({
    ...form.getInputProps(key),
    onChange: (id: string | null) => form.setFieldValue(key, id ?? ''),
  })
  return (
    <Columns>
      <SelectField
        {...choose('counterparty_id')}
        label={t('Контрагент')}
        data={withOwn(buyers, row?.counterparty_id, row?.counterparty)}
        nothing={t('Сначала создайте контрагента в справочнике')}
        create={creators('counterparty')}
      />
      <SelectField
        {...choose('employee_id')}
        label={t('Сотрудник')}
        data={withOwn(people ?? [], row?.employee_id, row?.employee)}
        clearable
        nothing={t('Сначала создайте сотрудника в справочнике')}
        create={creators('employee')}
      />
    </Columns>
  )
}

function Money({ form, mass }: Props) {
  const { t } = useTranslation()
  const { total, paid, debt } = sumsOf(form.values, mass)
  const wholeHint = total === null ? t('Сначала введите вес и цену') : undefined
  const known = (value: number | null) => (value === null ? '' : String(value))
  return (
    <>
      <FieldRow>
        <DecimalField
          {...form.getInputProps('price_per_kilogram')}
          label={t('Цена за кг')}
          unit="₽"
          decimals={0}
          hint={mass !== null && t('за {{weight}} кг', { weight: showAmount(Number(roundText(mass))) })}
        />
        <DecimalField label={t('Сумма')} unit="₽" value={known(total)} readOnly />
      </FieldRow>
      <FieldRow>
        <DecimalField
          {...form.getInputProps('payment')}
          label={t('Оплачено')}
          unit="₽"
          decimals={0}
          action={
            <CalculateLink
              label={t('Оплачено')}
              text={t('всё')}
              hint={wholeHint}
              onClick={() => total !== null && form.setFieldValue('payment', String(total))}
            />
          }
          hint={useDebt(debt)}
        />
        <DecimalField label={t('Оплаченный вес')} unit={t('кг')} value={known(paid)} readOnly />
      </FieldRow>
    </>
  )
}
