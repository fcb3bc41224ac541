/** Fields for what is granted to people: a role, and modules and warehouses as limits. */
import { libraries } from '../../../core/lists/library.contract'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useUser } from '../../../web/session'
import { optionsOf, SelectField } from '../../../web/ui/fields/select-field'
import type { Form, FormValues } from '../../../web/ui/form/form-modal'
import { userCalls } from '../person/users.contract'
import { LimitField } from './limit-field.web'
import classes from './users.module.css'

/** Ids, or null for all. */
export interface Limits {
  location_id: number[] | null
  stock_id: number[] | null
}

/** Views any form with these fields as this part of it. */
const partOf = <Part extends FormValues>(form: unknown) => form as Form<Part>

export function RoleField<V extends FormValues & { role_id: string }>({ form: whole }: { form: Form<V> }) {
  const { t } = useTranslation()
  const form = partOf<{ role_id: string }>(whole)
  const roles = useCall(userCalls.roles, {}).data ?? []
  const options = roles.map(({ id, name, beyond }) => ({
    value: id,
    label: t(name),
    disabled: beyond,
    hint: beyond ? t('выше ваших прав') : undefined,
  }))
  return (
    <SelectField
      {...form.getInputProps('role_id')}
      onChange={(id) => form.setFieldValue('role_id', id ?? '')}
      label={t('Роль')}
      data={options}
      clearable
      hint={form.values.role_id ? undefined : t('Без роли человек только смотрит доступные ему модули')}
    />
  )
}

const same = (one: number[] | null, other: number[] | null) =>
  one === other || (one !== null && other !== null && one.toSorted().join() === other.toSorted().join())

/** Warehouses follow the modules until others are chosen. */
export function LimitFields<V extends FormValues & Limits>({ form: whole }: { form: Form<V> }) {
  const { t } = useTranslation()
  const form = partOf<Limits & FormValues>(whole)
  const { location_ids, stock_ids } = useUser()
  const modules = optionsOf(useCall(libraries.location.list, {}).data) ?? []
  const stockRows = useCall(libraries.stock.list, {}).data
  const stocks = optionsOf(stockRows) ?? []
  const stocksOf = (ids: number[] | null) =>
    ids === null
      ? stock_ids
      : (stockRows ?? []).flatMap(({ id, location_id, archived }) =>
          !archived && location_id !== null && ids.includes(location_id) ? [id] : [],
        )
  const chooseModules = (ids: number[] | null) => {
    const follows = same(form.values.stock_id, stocksOf(form.values.location_id))
    form.setValues({ location_id: ids, ...(follows && { stock_id: stocksOf(ids) }) })
  }
  const limit = (field: keyof Limits) => ({
    value: form.values[field],
    error: form.errors[field] as string | undefined,
    'data-path': field,
  })
  return (
    <div className={classes.limits}>
      <LimitField
        {...limit('location_id')}
        onChange={chooseModules}
        options={modules}
        someOnly={location_ids !== null}
        texts={{ all: t('Все модули'), list: t('Модули'), none: t('Ни одного: садков человек не увидит') }}
      />
      <LimitField
        {...limit('stock_id')}
        onChange={(ids) => form.setFieldValue('stock_id', ids)}
        options={stocks}
        someOnly={stock_ids !== null}
        texts={{ all: t('Все склады'), list: t('Склады'), none: t('Ни одного: на складах человек ничего не увидит') }}
      />
    </div>
  )
}
