/**
 * How much of a ration the water allows. Oxygen in whole millionths of mg/l or of a per cent of saturation,
 * temperatures in whole millionths of a °C, shares in whole millionths of the ration.
 */
import { MILLIONTHS } from '../numbers'
import { say, type Phrase } from '../say'
import type { CompanySettings } from '../settings'

export type WaterSettings = Pick<
  CompanySettings,
  | 'oxygen-cold-percent'
  | 'oxygen-warm-percent'
  | 'oxygen-attention-points'
  | 'oxygen-danger-mg'
  | 'feeding-temperature-min'
  | 'feeding-temperature-max'
>

export interface OxygenReading {
  value: number
  unit: 'mg/l' | '%'
}

export interface Allowed {
  share: number
  /** why it is less than the whole ration */
  reasons: Phrase[]
}

/**
 * Oxygen that fresh water of a temperature holds at sea level in equilibrium with air, mg/l: Benson and Krause 1984, as
 * in Standard Methods for the Examination of Water and Wastewater, 4500-O (14.62 mg/l at 0 °C, 9.09 at 20 °C).
 */
export function saturatedMg(celsius: number): number {
  const kelvin = celsius + 273.15
  return Math.exp(
    -139.34411 + 1.575701e5 / kelvin - 6.642308e7 / kelvin ** 2 + 1.2438e10 / kelvin ** 3 - 8.621949e11 / kelvin ** 4,
  )
}

/** The temperatures between which the least oxygen for a full appetite was measured. */
const [COLD, WARM] = [7, 19]

/**
 * The saturation in % below which fish eat less: linear between the two limits of the company, whose defaults are
 * DOmaxFI of Remen et al. 2016 (doi 10.1016/j.aquaculture.2016.07.037): 42 % at 7 °C, 76 % at 19 °C. Beyond what was
 * measured the nearer limit holds.
 */
export function dangerPercent(celsius: number, settings: WaterSettings): number {
  const share = Math.min(1, Math.max(0, (celsius - COLD) / (WARM - COLD)))
  const [cold, warm] = [settings['oxygen-cold-percent'], settings['oxygen-warm-percent']]
  return cold + (warm - cold) * share
}

/** So many °C beyond a limit of temperature nothing is fed; up to the limit all is. */
const BEYOND = 2

const within = (share: number) => Math.min(1, Math.max(0, share))
const tenths = (value: number) => Math.round(value * 10) / 10
const percent = (share: number) => Math.round(share * 100)

function byOxygen({ value, unit }: OxygenReading, celsius: number, settings: WaterSettings) {
  const full = saturatedMg(celsius)
  const saturation = unit === '%' ? value / MILLIONTHS : (value / MILLIONTHS / full) * 100
  const oxygen = unit === '%' ? (saturation / 100) * full : value / MILLIONTHS
  const danger = dangerPercent(celsius, settings)
  const attention = danger + settings['oxygen-attention-points']
  const least = settings['oxygen-danger-mg']
  const [told, temperature] = [{ oxygen: tenths(oxygen), saturation: tenths(saturation) }, tenths(celsius)]
  if (least !== null && oxygen < least)
    return {
      share: 0,
      reason: say('Кислород {{oxygen}} мг/л ({{saturation}} %) ниже {{least}} мг/л: не кормить', { ...told, least }),
    }
  if (saturation < danger)
    return {
      share: 0,
      reason: say('Кислород {{saturation}} % ({{oxygen}} мг/л) ниже {{danger}} % при {{temperature}} °C: не кормить', {
        ...told,
        danger: tenths(danger),
        temperature,
      }),
    }
  if (saturation >= attention) return { share: 1, reason: null }
  const share = within((saturation - danger) / (attention - danger))
  const reason = say(
    'Кислород {{saturation}} % ({{oxygen}} мг/л) ниже {{attention}} % при {{temperature}} °C: корма {{share}} % от нормы',
    { ...told, attention: tenths(attention), temperature, share: percent(share) },
  )
  return { share, reason }
}

function byTemperature(celsius: number, settings: WaterSettings) {
  const [least, most] = [settings['feeding-temperature-min'], settings['feeding-temperature-max']]
  const cold = least === null ? 0 : least - celsius
  const beyond = Math.max(cold, most === null ? 0 : celsius - most)
  if (beyond <= 0) return { share: 1, reason: null }
  const share = within(1 - beyond / BEYOND)
  const values = { temperature: tenths(celsius), limit: (cold > 0 ? least : most)!, share: percent(share) }
  const reason =
    cold > 0
      ? say('Вода {{temperature}} °C холоднее {{limit}} °C: корма {{share}} % от нормы', values)
      : say('Вода {{temperature}} °C теплее {{limit}} °C: корма {{share}} % от нормы', values)
  return { share, reason }
}

/**
 * The smaller of what oxygen and temperature allow: all down to «attention», none from «danger» on, linear between.
 * Without a temperature nothing is said; without a reading of oxygen only the temperature counts.
 */
export function allowedBy(
  { oxygen, temperature }: { oxygen: OxygenReading | null; temperature: number | null },
  settings: WaterSettings,
): Allowed {
  if (temperature === null) return { share: MILLIONTHS, reasons: [] }
  const celsius = temperature / MILLIONTHS
  const found = [oxygen && byOxygen(oxygen, celsius, settings), byTemperature(celsius, settings)].filter(
    (one) => one !== null,
  )
  return {
    share: Math.round(Math.min(...found.map(({ share }) => share)) * MILLIONTHS),
    reasons: found.flatMap(({ reason }) => reason ?? []),
  }
}
