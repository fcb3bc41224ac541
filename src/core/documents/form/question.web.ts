/** What the form of an operation asks before it saves, and what may have been meant. */
import { parseDay } from '../../../shared/dates'
import type { Doubt } from '../../../shared/ledger/doubts'
import { askExpired } from '../../../shared/ledger/asks'
import type { Document } from '../../../shared/ledger/document'
import { divRound } from '../../../shared/numbers'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useCompanySettings } from '../../../web/session'
import type { Form, Question } from '../../../web/ui/form/form-modal'
import { ageCategoryLibrary } from '../../lists/libraries/age-category.contract'
import { doubtText } from '../fields/doubts.web'
import type { AnyFacts } from '../engine/facts.contract'
import { follow, kgText, mgOf, readMg } from '../fields/fish-math.web'
import { fishTexts, type FieldsProps, type Values, type WeightUnit } from '../fields/form-model.web'
import { useLots } from '../lots/lots.web'
import { kinds, type KindName } from '../kinds/kinds.contract'

interface Reading {
  values: Values
  unit: WeightUnit
}

/** The same digits in the other unit: of the average, or of the total in kilograms when it alone is typed. */
function otherUnit(values: Values, unit: WeightUnit): Reading | null {
  const texts = fishTexts(values)
  const [average, total] = [readMg(texts.avg_weight), readMg(texts.weight)]
  if (average === null && total === null) return null
  const [key, typed] = average === null ? (['weight', total!] as const) : (['avg_weight', average] as const)
  const lighter = unit === 'kg' || key === 'weight'
  const read = lighter ? divRound(typed, 1000) : typed * 1000
  return read > 0 ? { values: { ...values, ...follow(texts, key, kgText(read)) }, unit: lighter ? 'g' : 'kg' } : null
}

/** Of the good that is taken, where a question is about them. */
function useLotsAround(kind: KindName, { date = '', time }: Values, { good_id, stock_id }: Document, except?: number) {
  const { asks = [] }: AnyFacts = kinds[kind]
  const asked = asks.includes(askExpired)
  const id = (one: number | null) => (asked && one !== null ? String(one) : undefined)
  const lots = useLots({ good: id(good_id), stock: id(stock_id), date, time, except })
  const day = parseDay(date)
  if (!lots || day === null) return null
  return { day, held: lots.map((lot) => ({ lot, amount: mgOf(lot.amount) })) }
}

export function useQuestion(
  form: Form<Values>,
  kind: KindName,
  { settings, foresee, told, row }: Pick<FieldsProps, 'settings' | 'foresee' | 'row'> & { told: readonly Doubt[] },
): Question | null {
  const { t } = useTranslation()
  const { values } = form
  const { unit, setUnit } = settings
  const company = useCompanySettings()
  const named = values.age_category_id
  const categories = useCall(ageCategoryLibrary.list, {}, { enabled: Boolean(named) }).data ?? []
  const own = categories.find(({ id }) => String(id) === named)
  const category = own?.avg_weight_to ? { from: mgOf(own.avg_weight_from ?? 0), to: mgOf(own.avg_weight_to) } : null
  const { asks = [] }: AnyFacts = kinds[kind]
  const lots = useLotsAround(kind, values, foresee(values).document, row?.id)
  const doubtsOf = (read: Values) => {
    const { document, places } = foresee(read)
    return asks.flatMap((ask) => ask(document, { places, category, settings: company, lots }))
  }
  const found = doubtsOf(values)
  // the server may know what this device does not
  const doubts = found.length > 0 ? found : told
  if (doubts.length === 0) return null
  const other = otherUnit(values, unit)
  const fits = other !== null && doubtsOf(other.values).length === 0
  const apply = () => {
    form.setValues(other!.values)
    setUnit(other!.unit)
  }
  return {
    text: doubts.map((doubt) => doubtText(doubt, unit, t)).join(' '),
    fix: fits ? { label: other.unit === 'g' ? t('Это граммы') : t('Это килограммы'), apply } : undefined,
  }
}
