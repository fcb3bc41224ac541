/** Offers for each line of a move: everything that is there, and what the target needs for the chosen days. */
import { useState } from 'react'
import { kgText } from '../../fields/fish-math.web'
import { NBSP } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { note, noted } from '../../../../web/offline/noted'
import { type GoodRow, USAGE_DAYS } from '../../../goods/good.contract'
import { linesIn, showMillionths } from '../../fields/document-lines.web'
import type { FieldsProps } from '../../fields/form-model.web'
import type { Offer } from '../../fields/lines/line-columns.web'
import { allOf, neededFor, standingOf, type Standing } from './proposals.web'

const SUPPLY_DAYS = 'supply-days'
const WEEK = '7'

/** The days as typed, and their setter. */
function useSupplyDays() {
  const [days, setDays] = useState(() => noted(SUPPLY_DAYS) || WEEK)
  const change = (text: string) => {
    setDays(text)
    if (Number(text) > 0) note(SUPPLY_DAYS, text)
  }
  return { days, change }
}

export function useOffers({ form, formerGoods }: Pick<FieldsProps, 'form' | 'formerGoods'>) {
  const { t } = useTranslation()
  const { days, change } = useSupplyDays()
  const { stock_id: from = '', to_stock_id: to = '' } = form.values
  const lines = linesIn(form.values)
  const forDays = (standing: Standing, unit: string): Offer[] => {
    const needed = Number(days) > 0 ? neededFor(Number(days), standing) : null
    if (needed === null) return []
    const amount = Math.min(needed, allOf(standing))
    const what = { days, amount: `${showMillionths(needed)}${NBSP}${unit}` }
    const use = `${showMillionths(Math.round(standing.used / USAGE_DAYS / 1000) * 1000)}${NBSP}${unit}`
    const told = { text: t('расход {{amount}} в день', { amount: use }), amount: null }
    if (needed === 0) return [{ text: t('На {{days}} дн уже хватает', what), amount: null }, told]
    if (amount < needed)
      return [{ text: t('На {{days}} дн нужно {{amount}}, здесь столько нет', what), amount: null }, told]
    return [{ text: t('На {{days}} дн: {{amount}}', what), amount: kgText(amount) }, told]
  }
  const offer = (good: GoodRow, index: number): Offer[] => {
    if (!from) return []
    const standing = standingOf(good, index, { from, to, lines, former: formerGoods })
    const unit = t(good.measure_name)
    const all = allOf(standing)
    const whole = { text: t('Взять всё: {{amount}}', { amount: `${showMillionths(all)}${NBSP}${unit}` }) }
    return [
      ...(all > 0 ? [{ ...whole, amount: kgText(all) }] : []),
      ...(to && to !== from ? forDays(standing, unit) : []),
    ]
  }
  return { offer, days, change, told: from !== '' && to !== '' && to !== from }
}
