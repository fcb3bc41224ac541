/** What was heard, as lines of the round with nothing but what was said, and what cannot be recorded and why. Pure. */
import type { TFunction } from '../../../web/i18n'
import { toShown } from '../../../web/ui/fields/decimal-text'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import type { Heard, HeardCage, HeardReading } from '../../../shared/voice/heard'
import type { Line } from '../model/round-lines.web'
import { isLive } from '../model/round-model.web'

export interface Said {
  lines: Line[]
  water: MeasureParameter[]
  /** parameter id → its value */
  typed: Record<string, string>
  /** sentences for people */
  problems: string[]
}

interface KnownRound {
  lines: readonly Line[]
  /** readings that are due */
  water: readonly MeasureParameter[]
}

/** A line that has nothing but what was said of its cage. */
function lineOf({ values }: HeardCage, line: Line): Line {
  const said = new Map(values.map(({ about, value }) => [about, value]))
  const draft = {
    ...line.draft,
    cause: said.get('cause') ?? '',
    volume: said.get('feed') ?? '',
    count: said.get('dead') ?? '',
    note: said.get('note') ?? '',
    appetite: said.get('appetite') ?? '',
  }
  return { ...line, draft, skipped: false }
}

function problemsOf({ cage, draft, feeding, retreat }: Line, t: TFunction): string[] {
  const { number } = cage
  return [
    draft.volume !== '' && isLive(feeding) && t('Садок {{number}}: кормление в этом обходе уже записано.', { number }),
    draft.count !== '' && isLive(retreat) && t('Садок {{number}}: отход в этом обходе уже записан.', { number }),
    draft.appetite !== '' &&
      draft.volume === '' &&
      t('Садок {{number}}: аппетит записывается вместе с кормом, скажите и корм.', { number }),
    draft.cause !== '' &&
      draft.count === '' &&
      t('Садок {{number}}: причина записывается вместе с отходом, скажите и отход.', { number }),
  ].filter((problem) => problem !== false)
}

/** Which parameter a reading is of: the one of its cage's module, or the only one there is. */
function parameterOf({ about, cage }: HeardReading, { lines, water }: KnownRound): MeasureParameter | null {
  const module = lines.find((line) => line.cage.id === cage)?.cage.location_id
  const fitting = water.filter(
    ({ measure_type, location_id }) => measure_type === about && (module === undefined || location_id === module),
  )
  return module !== undefined || fitting.length === 1 ? (fitting[0] ?? null) : null
}

const NO_PARAMETER = {
  oxygen: 'Кислород {{value}}: сегодня он уже измерен, или его меряют в нескольких местах. Запишите его в замерах.',
  temperature:
    'Температура {{value}}: сегодня она уже измерена, или её меряют в нескольких местах. Запишите её в замерах.',
}

export function saidOf(heard: Heard, known: KnownRound, t: TFunction): Said {
  const lines = heard.cages.flatMap((cage) => {
    const line = known.lines.find((one) => one.cage.id === cage.id)
    return line && cage.values.length > 0 ? [lineOf(cage, line)] : []
  })
  const problems = lines.flatMap((line) => problemsOf(line, t))
  const readings = new Map<MeasureParameter, string>()
  for (const reading of heard.water) {
    const parameter = parameterOf(reading, known)
    if (parameter) readings.set(parameter, reading.value)
    else problems.push(t(NO_PARAMETER[reading.about], { value: toShown(reading.value) }))
  }
  const typed = Object.fromEntries([...readings].map(([{ id }, value]) => [id, value]))
  return { lines, water: [...readings.keys()], typed, problems }
}
