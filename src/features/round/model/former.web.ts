/** Values typed into a round of an earlier day and never recorded: they are shown, recorded or discarded. Pure. */
import type { CageRow } from '../../../core/cages/cage.contract'
import { readCount, readMg } from '../../../core/documents/fields/fish-math.web'
import { lineOf, type KnownFarm, type Line } from './round-lines.web'
import { newRound, type Draft, type RoundState } from './round-model.web'

const isTyped = ({ volume = '', count = '', note = '' }: Partial<Draft>): boolean =>
  readMg(volume) !== null || readCount(count) !== null || note.trim() !== ''

/** Cages with typed values that were neither recorded nor skipped. */
const openCages = ({ drafts, visits, settled = [] }: RoundState): string[] =>
  Object.keys(drafts).filter((id) => isTyped(drafts[id]!) && !visits[id] && !settled.includes(id))

/** Parameters of the water with values that were not recorded. */
export const openWater = ({ water, settled = [] }: RoundState): string[] =>
  Object.keys(water).filter((id) => water[id] !== '' && !settled.includes(`water:${id}`))

/** A draft of an earlier version does not know what of it was recorded. */
const isLeft = (round: RoundState): boolean =>
  round.settled !== undefined && openCages(round).length + openWater(round).length > 0

/** Whether signing out would lose nothing typed into it. */
export const isSettled = (round: RoundState): boolean => ![round, ...(round.formers ?? [])].some(isLeft)

/** Unrecorded rounds of days before `day`, oldest first. */
export function formersOf(draft: RoundState | null, day: string): RoundState[] {
  if (!draft) return []
  const { formers = [], ...own } = draft
  return [...formers, ...(own.day < day ? [own] : [])].filter(isLeft)
}

/** The round to continue, or a new one that keeps what was left of earlier days. */
export const goOn = (draft: RoundState | null, day: string, round: number): RoundState =>
  draft?.day === day ? { ...draft, round } : { ...newRound(day, round), formers: formersOf(draft, day) }

/** Only typed values: nobody has confirmed the proposals beside them. */
export function formerLines(former: RoundState, cages: readonly CageRow[], known: KnownFarm): Line[] {
  const open = new Set(openCages(former))
  const nothingGiven = { volume: '', count: '', note: '' }
  return cages
    .filter(({ id }) => open.has(String(id)))
    .map((cage) => {
      const line = lineOf(cage, { ...former, drafts: {}, visits: {}, records: {} }, known)
      return { ...line, draft: { ...line.draft, ...nothingGiven, ...former.drafts[cage.id] } }
    })
}

/** Its numbers are recorded, or given up. */
export const withoutFormer = (round: RoundState, day: string): RoundState => ({
  ...round,
  formers: round.formers?.filter((former) => former.day !== day),
})

/** Marks these as recorded, so that the next day does not ask for them. */
export const settle = (round: RoundState, ids: readonly string[]): RoundState => ({
  ...round,
  settled: [...new Set([...(round.settled ?? []), ...ids])],
})
