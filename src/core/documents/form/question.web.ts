/** Warnings of an operation's form before it saves, and the value that was probably meant. */
import { daysBetween, parseDay } from '../../../shared/dates'
import type { Warning } from '../../../shared/ledger/warnings'
import { warnOfExpired, warnOfMeasured, warnOfPeriod } from '../../../shared/ledger/warning-rules'
import type { Document } from '../../../shared/ledger/document'
import { divRound, toMg } from '../../../shared/numbers'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useCompanySettings } from '../../../web/session'
import type { Form, Question } from '../../../web/ui/form/form-modal'
import { cagePeriodCalls } from '../../feeding/treated/cage-periods.contract'
import { useExpected } from '../../feeding/expected/expected.web'
import { ageCategoryLibrary } from '../../lists/libraries/age-category.contract'
import { warningText } from '../fields/warning-text.web'
import type { AnyKindRules } from '../engine/kind-rules.contract'
import { follow, kgText, readMg } from '../fields/fish-math.web'
import { fishTexts, type FieldsProps, type Values, type WeightUnit } from '../fields/form-model.web'
import { useLots } from '../lots/lots.web'
import { kinds, type KindName } from '../kinds/kinds.contract'

interface Reading {
  values: Values
  unit: WeightUnit
}

/** The same digits in the other unit: of the average, or of the total in kilograms when only that is typed. */
function otherUnit(values: Values, unit: WeightUnit): Reading | null {
  const texts = fishTexts(values)
  const [average, total] = [readMg(texts.avg_weight), readMg(texts.weight)]
  if (average === null && total === null) return null
  const [key, typed] = average === null ? (['weight', total!] as const) : (['avg_weight', average] as const)
  const lighter = unit === 'kg' || key === 'weight'
  const read = lighter ? divRound(typed, 1000) : typed * 1000
  return read > 0 ? { values: { ...values, ...follow(texts, key, kgText(read)) }, unit: lighter ? 'g' : 'kg' } : null
}

/** The lots of the good that is taken, when a warning needs them. */
function useLotsAround(kind: KindName, { date = '', time }: Values, { good_id, stock_id }: Document, except?: number) {
  const { warnings: rules = [] }: AnyKindRules = kinds[kind]
  const asked = rules.includes(warnOfExpired)
  const id = (one: number | null) => (asked && one !== null ? String(one) : undefined)
  const lots = useLots({ good: id(good_id), stock: id(stock_id), date, time, except })
  const day = parseDay(date)
  if (!lots || day === null) return null
  return { day, held: lots.map((lot) => ({ lot, amount: toMg(lot.amount) })) }
}

/** Withdrawal periods of the first cage's fish as the device knows them; of an earlier day the server tells more. */
function usePeriodsAround(kind: KindName, { date = '' }: Values, { cage_id }: Document) {
  const { warnings: rules = [] }: AnyKindRules = kinds[kind]
  const asked = rules.includes(warnOfPeriod) && cage_id !== null
  const { data } = useCall(cagePeriodCalls.now, {}, { enabled: asked })
  const day = parseDay(date)
  if (!asked || !data || day === null) return null
  return { day, open: data.find((one) => one.cage_id === cage_id)?.periods ?? [] }
}

/** So many days after they were told the expected averages are as good as then. */
const GOOD_DAYS = 3

/** What is expected of the fish of the first cage, for a new document of these days; for others the server tells. */
function useExpectedAround(kind: KindName, { date = '' }: Values, { cage_id }: Document, fresh: boolean) {
  const { warnings: rules = [] }: AnyKindRules = kinds[kind]
  const asked = rules.includes(warnOfMeasured) && fresh
  const expected = useExpected(cage_id ?? undefined, asked)
  const day = parseDay(date)
  const fits = expected && day !== null && day >= expected.day && daysBetween(expected.day, day) <= GOOD_DAYS
  return fits ? expected.groups : null
}

/** The expected weights of an age category. */
function useCategory(id: string | undefined) {
  const categories = useCall(ageCategoryLibrary.list, {}, { enabled: Boolean(id) }).data ?? []
  const own = categories.find((one) => String(one.id) === id)
  return own?.avg_weight_to ? { from: toMg(own.avg_weight_from ?? 0), to: toMg(own.avg_weight_to) } : null
}

/** What is known besides the document; `edited` is the row that it changes. */
function useAround(kind: KindName, values: Values, document: Document, edited: number | undefined) {
  return {
    category: useCategory(values.age_category_id),
    lots: useLotsAround(kind, values, document, edited),
    periods: usePeriodsAround(kind, values, document),
    expected: useExpectedAround(kind, values, document, edited === undefined),
  }
}

export function useQuestion(
  form: Form<Values>,
  kind: KindName,
  {
    settings,
    previewEffect,
    told,
    row,
  }: Pick<FieldsProps, 'settings' | 'previewEffect' | 'row'> & { told: readonly Warning[] },
): Question | null {
  const { t } = useTranslation()
  const { values } = form
  const { unit, setUnit } = settings
  const company = useCompanySettings()
  const { warnings: rules = [], remarks }: AnyKindRules = kinds[kind]
  const ownWords = remarks?.includes(warnOfPeriod)
  const around = useAround(kind, values, previewEffect(values).document, row?.id)
  const warningsOf = (read: Values) => {
    const { document, places } = previewEffect(read)
    return rules.flatMap((rule) => rule(document, { ...around, places, settings: company }))
  }
  const found = warningsOf(values)
  // the server may know what this device does not
  const warnings = found.length > 0 ? found : told.filter((warning) => !(ownWords && warning.about === 'withdrawal'))
  if (warnings.length === 0) return null
  const other = otherUnit(values, unit)
  const fits = other !== null && warningsOf(other.values).length === 0
  const apply = () => {
    form.setValues(other!.values)
    setUnit(other!.unit)
  }
  return {
    text: warnings.map((warning) => warningText(warning, unit, t)).join(' '),
    fix: fits ? { label: other.unit === 'g' ? t('Это граммы') : t('Это килограммы'), apply } : undefined,
  }
}
