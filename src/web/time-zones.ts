/** Time zones by their Russian names where they have some, the rest by the names of their cities. */
import type { TFunction } from './i18n'

const NAMES: Record<string, string> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Камчатка',
}

/** «UTC+10». */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
}

const cityOf = (zone: string, t: TFunction): string =>
  NAMES[zone] ? t(NAMES[zone]) : zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** «Владивосток, UTC+10». */
export const zoneText = (zone: string, t: TFunction): string => `${cityOf(zone, t)}, ${offsetOf(zone)}`

/** The zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Russian zones from west to east, then all others; `own` is among them whatever this browser knows. */
export function zoneOptions(own: string, t: TFunction): { value: string; label: string }[] {
  const all = new Set([...Object.keys(NAMES), own, ...Intl.supportedValuesOf('timeZone')])
  return [...all].map((zone) => ({ value: zone, label: zoneText(zone, t) }))
}
