/** What the names in a row stand for: rows of lists, new ones, or none. Pure. */
import { say, word } from '../../../shared/say'
import { NAMED_LISTS, type NamedList, type PastField, type PastKind, type Unit } from '../calls/past-words.contract'
import { nameOf } from './cells.server'
import { FORMS, mayBeLeft } from './forms.server'
import type { Found } from './names.server'
import type { Said } from './matching.server'
import { type Reading, valueOf } from './row-values.server'

/** Lists whose names a form has, in the order in which they are looked up. */
const NAMED: readonly (readonly [PastField, NamedList])[] = [
  ['cage', 'cage'],
  ['to_cage', 'cage'],
  ['generation', 'generation'],
  ['category', 'category'],
  ['good', 'good'],
  ['stock', 'stock'],
  ['to_stock', 'stock'],
  ['reason', 'reason'],
  ['article', 'article'],
  ['counterparty', 'counterparty'],
  ['employee', 'employee'],
  ['cause', 'cause'],
]
interface Naming {
  reading: Reading
  kind: PastKind
  said: Said
  skipped: boolean
}

/** What a name stands for; a fault while nobody has said. */
function look(naming: Naming, field: PastField, list: NamedList, name: string): Found {
  const { names, faults } = naming.reading
  const found = names.find(list, name, naming.said)
  if (found === 'skip') naming.skipped = true
  const unknown = name
    ? say('«{{name}}»: скажите, что это', { name })
    : say('Не указано: {{field}}', { field: word(NAMED_LISTS[list]) })
  if (found === null) faults.push({ field, text: unknown })
  return found
}

function nameIn(naming: Naming, field: PastField, list: NamedList): Found {
  const { reading, kind } = naming
  const before = reading.faults.length
  const cell = valueOf(reading, field)
  if (cell !== null) return look(naming, field, list, nameOf(cell))
  if (reading.faults.length > before || mayBeLeft(list, kind)) return null
  if (list !== 'cage') return look(naming, field, list, '')
  reading.faults.push({ field, text: 'Не указан садок' })
  return null
}

/** What fish get of a good. */
const GIVEN: Partial<Record<PastKind, 'feed' | 'medicine'>> = { feeding: 'feed', treatment: 'medicine' }
const MEASURES: Partial<Record<Unit, string>> = { liter: 'liter', ml: 'liter', piece: 'piece', thousand: 'piece' }

/** What only a list says of a row: modules and species stand behind cages and generations. */
function ground(naming: Naming, field: PastField, list: 'module' | 'species'): void {
  const cell = valueOf(naming.reading, field)
  const result = cell === null ? null : look(naming, field, list, nameOf(cell))
  if (result && result !== 'skip' && 'id' in result) naming.said[list] = result.id
}

/** Water is of a module: that of its cage, the one that the row names, or the only one. */
function moduleOf(naming: Naming, cage: number | string | undefined): void {
  const { reading, said } = naming
  const own = typeof cage === 'number' ? reading.names.moduleOf(cage) : (said.module ?? null)
  const found = own === null && cage === undefined ? look(naming, 'module', 'module', '') : null
  said.module = found && found !== 'skip' && 'id' in found ? found.id : own
}

export function namesOf(reading: Reading, kind: PastKind, day: string, average: number | null) {
  const { units } = reading.plan
  const type = GIVEN[kind] ?? null
  const said: Said = {
    of: reading.of.cells,
    day,
    average,
    type,
    measure: type === 'medicine' ? MEASURES[units.volume ?? 'kg'] : undefined,
  }
  const naming: Naming = { reading, kind, said, skipped: false }
  ground(naming, 'module', 'module')
  ground(naming, 'species', 'species')
  const found: Record<string, number | string> = {}
  for (const [field, list] of NAMED) {
    // who sold the fish is told of a sale
    if (field === 'employee' && found.counterparty_id === undefined) continue
    const key = FORMS[kind][field]
    if (field === 'to_cage' && key) ground(naming, 'to_module', 'module')
    const result = key === undefined ? null : nameIn(naming, field, list)
    if (key && result && result !== 'skip') found[key] = 'id' in result ? result.id : result.code
  }
  if (kind === 'measurement') moduleOf(naming, found.cage_id)
  // an expense of no cage may be of a module
  if (kind === 'spending' && found.for_cage_id === undefined && said.module) found.for_location_id = said.module
  return { found, skipped: naming.skipped, module: said.module ?? null }
}
