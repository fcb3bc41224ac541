/** What an assistant is offered: tools made of the contracts, each under the right of its call. */
import { setImmediate } from 'node:timers/promises'
import { type Ability, can } from '../../shared/abilities'
import { type Endpoint, tellSummary } from '../../shared/contract'
import type { Language } from '../../shared/i18n/languages'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import type { Route } from '../../server/http/route'
import { inEachLanguage, speakIn } from '../../server/language'
import { operationId } from '../../server/openapi/operation-id'
import { type Json, schemaOf } from '../../server/openapi/schemas'
import type { CurrentUser } from '../../server/session'

/** Areas of calls about the farm; the others are about accounts, the installation and programs. */
const AREAS = new Set(
  'cages reports operations warehouse workshop spending libraries measurements feeding tasks alarms'.split(' '),
)

/** In these areas, but of one person, of whoever may be written to, or of any list by its name. */
const CLOSED = /^\/(report-views|report-links|push|alarm-rules\/people|task-calendar|crud\/(columns\/)?\{model\})(\/|$)/

const isReading = ({ endpoint, access, ...more }: Route): boolean => {
  const { method, area, path, download, secret, confirmed } = endpoint
  const plain = !download && !secret && !confirmed && !('prepare' in more)
  return access === 'user' && method === 'GET' && plain && AREAS.has(area) && !CLOSED.test(path)
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export interface Tool {
  name: string
  endpoint: Endpoint
  /** the kind of document that it proposes; a reading has none */
  kind?: string
}

export const readingTools = (routes: readonly Route[]): Tool[] =>
  routes.filter(isReading).map(({ endpoint }) => ({ name: snake(operationId(endpoint)), endpoint }))

/** One for each kind of document: `preview_retreat`. */
export const previewTools = (): Tool[] =>
  Object.values(kinds).map(({ path, kind, previewCreate }) => ({
    name: `preview_${path.replaceAll('-', '_')}`,
    endpoint: previewCreate,
    kind,
  }))

/** Listed from the start; the other readings are found by `find_calls`, or listed at `/mcp?tools=all`. */
export const FIRST = new Set([
  'get_cages',
  'get_locations',
  'get_total_farm_data',
  'get_cages_on_date',
  'get_cages_all_operations',
  'get_feeding_journal',
  'get_retreat_journal',
  'get_weight_journal',
  'get_expected_weights',
  'get_measurements_by_location',
  'list_goods',
  'get_feed_supply',
  'get_farm_figures',
  'get_alarms_open',
  'get_tasks',
])

export const mayCall = (user: CurrentUser, { endpoint: { ability } }: Tool): boolean =>
  ability === 'signed-in' || can(user, ability as Ability)

const WHY_FIELD = { type: 'string', maxLength: 500 }

const WHY_TEXT = 'Зачем это записать: одна-две фразы для человека, который будет подтверждать.'
const PROPOSES =
  'Ничего не записывает: отвечает, что изменилось бы, и кладёт предложение, которое подтверждает или отклоняет человек.'

/** What describing it takes: half a second for all of them, so it is kept. */
const described = new WeakMap<Endpoint, Json>()

async function inputSchema({ endpoint, kind }: Tool): Promise<Json> {
  const known = described.get(endpoint)
  if (known) return known
  await setImmediate()
  const made = schemaOf(endpoint.input, 'input', {})
  const properties = kind ? { ...(made.properties as Json), why: WHY_FIELD } : made.properties
  const schema = { ...made, type: 'object', properties }
  described.set(endpoint, schema)
  return schema
}

const titleOf = ({ endpoint }: Tool, language: Language) => tellSummary(endpoint.summary, speakIn(language))

/** As `tools/list` tells it. */
export async function describeTool(tool: Tool, language: Language) {
  const { endpoint, kind } = tool
  const speak = speakIn(language)
  const { details, example } = endpoint
  const more = [details && speak(details), kind && `${speak(PROPOSES)} why: ${speak(WHY_TEXT)}`]
  const given = example && `${speak('Пример')}: ${JSON.stringify(example)}`
  return {
    name: tool.name,
    title: titleOf(tool, language),
    description: [titleOf(tool, language), ...more, given].filter(Boolean).join('\n'),
    inputSchema: (await inputSchema(tool)) as { type: 'object' } & Json,
    annotations: kind
      ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false },
  }
}

/** Without endings, which differ in Russian. */
const stem = (word: string) => word.slice(0, Math.max(4, word.length - 2))

/** The tools whose name and purpose, in any language, hold most of these words. */
export function findTools(tools: readonly Tool[], words: string, most: number): Tool[] {
  const asked = (words.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []).map(stem)
  const ranked = tools.map((tool) => {
    const told = inEachLanguage((speak) => tellSummary(tool.endpoint.summary, speak))
    const text = [tool.name, ...told, tool.endpoint.details ?? ''].join(' ').toLowerCase()
    return { tool, hits: asked.filter((word) => text.includes(word)).length }
  })
  return ranked
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, most)
    .map(({ tool }) => tool)
}
