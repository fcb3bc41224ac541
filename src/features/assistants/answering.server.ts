/** What an assistant's requests are answered: the list of its tools, and their results. */
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../shared/i18n/languages'
import { say } from '../../shared/say'
import { CallError, errorAnswer, notFound } from '../../server/errors'
import { askAs } from '../../server/http/ask-as'
import { describeError } from '../../server/http/describe-error'
import { parseFor } from '../../server/http/incoming-call'
import type { Route, Services } from '../../server/http/route'
import { speakIn } from '../../server/language'
import { noteRefusal, type Outsider } from '../../server/outside/admission'
import { type Asker, askerOf } from './asker.server'
import { bounded } from './bounded.server'
import { findFields, generalTools, INSTRUCTIONS, readFields, TITLE } from './general-tools.server'
import { propose } from './propose.server'
import { describeTool, findTools, FIRST, mayCall, previewTools, readingTools, type Tool } from './tools.server'

/** Tools told at once; more come by the cursor. */
const PAGE = 100
const MOST_FOUND = 8

const CUT = 'Ответ слишком длинный: показано строк {{rows}} из {{all}}. Сузьте вопрос: период, садки, страница.'

type Told = Record<string, unknown>

const result = (told: Told, isError = false) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(told) }],
  structuredContent: told,
  ...(isError && { isError }),
})

const noTool = (name: string) => notFound(say('Такого вызова нет или он не разрешён: {{name}}.', { name }))

/** Refusals are results: a model reads what to do otherwise. */
async function refused({ services, outsider, request, language }: Asked, error: unknown) {
  const refusal = error instanceof CallError ? error : describeError(error as never)
  const { status } = refusal
  services.room.note(error)
  if (status === 500) request.log.error({ err: error, application: outsider.id }, 'fault of a tool')
  if (status === 403)
    await services.database.transaction(outsider.company, (tx) => noteRefusal(tx, request, outsider, 'assistant'))
  return result({ status, ...errorAnswer(refusal, speakIn(language)) }, true)
}

export interface Asked {
  routes: readonly Route[]
  services: Services
  outsider: Outsider
  request: FastifyRequest
  language: Language
  /** every reading is listed as a tool of its own */
  all: boolean
}

const read = ({ routes, services, language }: Asked, asker: Asker, { endpoint }: Tool, input: object) =>
  services.database.transaction<unknown>(
    asker.company.id,
    (tx) => askAs(routes, { ...asker, tx, speak: speakIn(language) })(endpoint, input),
    { reading: !endpoint.dry, slow: endpoint.slow },
  )

/** The tools of the whole application, made once. */
const made = new WeakMap<readonly Route[], Record<'readings' | 'previews', Tool[]>>()

function toolsFor({ routes }: Asked, { user }: Asker) {
  const all = made.get(routes) ?? { readings: readingTools(routes), previews: previewTools() }
  made.set(routes, all)
  const mine = (list: Tool[]) => list.filter((tool) => mayCall(user, tool))
  return { readings: mine(all.readings), previews: mine(all.previews) }
}

/** Runs a tool, or throws why not. */
async function runTool(asked: Asked, name: string, given: Told): Promise<Told> {
  const { language, outsider } = asked
  const asker = askerOf(outsider)
  const { readings, previews } = toolsFor(asked, asker)
  if (name === 'find_calls') {
    const found = findTools(readings, parseFor(findFields, given).words, MOST_FOUND)
    return { calls: await Promise.all(found.map((tool) => describeTool(tool, language))) }
  }
  const wanted = name === 'call_reading' ? parseFor(readFields, given) : { name, input: given }
  const among = name === 'call_reading' ? readings : [...readings, ...previews]
  const tool = among.find((one) => one.name === wanted.name)
  if (!tool) throw noTool(wanted.name)
  const answer = tool.kind
    ? await propose(asked, asker, tool, wanted.input)
    : await read(asked, asker, tool, wanted.input)
  return bounded(answer, (rows, all) => speakIn(language)(say(CUT, { rows, all })))
}

async function listTools(asked: Asked, cursor = '') {
  const { readings, previews } = toolsFor(asked, askerOf(asked.outsider))
  const listed = [...readings.filter(({ name }) => asked.all || FIRST.has(name)), ...previews]
  const start = /^\d{1,4}$/.test(cursor) ? Number(cursor) : 0
  const page = listed.slice(start, start + PAGE)
  const tools = await Promise.all(page.map((tool) => describeTool(tool, asked.language)))
  return {
    tools: [...(start === 0 ? generalTools(speakIn(asked.language)) : []), ...tools],
    ...(start + PAGE < listed.length && { nextCursor: String(start + PAGE) }),
  }
}

export const answering = (asked: Asked) => ({
  title: speakIn(asked.language)(TITLE),
  instructions: INSTRUCTIONS.map(speakIn(asked.language)).join(' '),
  list: (cursor: string | undefined) => listTools(asked, cursor),
  call: (name: string, given: Told) =>
    runTool(asked, name, given).then(result, (error: unknown) => refused(asked, error)),
})
export type Answering = ReturnType<typeof answering>
