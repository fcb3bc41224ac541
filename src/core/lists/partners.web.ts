/** Counterparties as options of a form: those with documents of the wanted side first. */
import type { AnswerOf } from '../../shared/contract'
import { unarchived } from '../../shared/collections'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { libraries } from './library.contract'

type Side = 'supplier' | 'buyer'
type Partner = Pick<AnswerOf<typeof libraries.counterparty.list>[number], 'id' | 'name' | 'side' | 'archived'>

const WORDS: Record<Side, string> = { supplier: 'поставщик', buyer: 'покупатель' }

/** Those of the wanted side, then those without documents, then others with their side. */
export function partnersOf(rows: readonly Partner[], wanted: Side, t: (text: string) => string) {
  const place = ({ side }: Partner) => (side === wanted ? 0 : side === null ? 1 : 2)
  return unarchived(rows)
    .toSorted((one, other) => place(one) - place(other))
    .map(({ id, name, side }) => ({
      value: id,
      label: name,
      ...(side !== null && side !== wanted && { hint: t(WORDS[side]) }),
    }))
}

export function usePartners(wanted: Side) {
  const { t } = useTranslation()
  return partnersOf(useCall(libraries.counterparty.list, {}).data ?? [], wanted, t)
}
