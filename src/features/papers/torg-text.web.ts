/** Numbers, parties and days in official forms, which are Russian in any language of the page. */
import type { PaperAnswer, Party } from './papers.contract'

const numbers = (least: number, most: number) => {
  const format = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: least, maximumFractionDigits: most })
  return (value: number | null): string => (value === null ? '' : format.format(value))
}
export const money = numbers(2, 2)
export const amount = numbers(0, 6)

export const rateText = (rate: string | null): string => (rate === null ? '' : rate === '0' ? 'без НДС' : `${rate} %`)

/** Keeps a telephone number on one line. */
const whole = (phone: string): string => phone.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')

/** «ООО «Рыба», ИНН 7830002293, КПП 783001001, Петрозаводск, тел. …»; empty without a party. */
export const partyText = (party: Party | null): string =>
  party === null
    ? ''
    : [
        party.name,
        party.inn && `ИНН ${party.inn}`,
        party.kpp && `КПП ${party.kpp}`,
        party.address,
        party.phone && `тел.\u00a0${whole(party.phone)}`,
      ]
        .filter(Boolean)
        .join(', ')

export interface FormProps {
  paper: PaperAnswer
  /** goods come from outside: the counterparty is the sender */
  incoming: boolean
}
