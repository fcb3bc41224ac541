/** One plain page to read: every call with its right and its fields. */
import type { openApi } from './document'
import type { Json } from './schemas'

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Call extends Json {
  summary: string
  description: string
  tags: string[]
  parameters: { name?: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Json; required: string[] } }> }
}

function fieldsOf({ parameters, requestBody }: Call): string {
  const body = requestBody && Object.values(requestBody.content)[0]!.schema
  const named = parameters.flatMap(({ name, required }) => (name ? [{ name, required }] : []))
  const typed = Object.keys(body?.properties ?? {}).map((name) => ({ name, required: body!.required.includes(name) }))
  return [...named, ...typed]
    .map(({ name, required }) => (required ? `<b>${escape(name)}</b>` : escape(name)))
    .join(', ')
}

const rowOf = (method: string, address: string, call: Call) =>
  `<tr title="${escape(String(call.operationId))}"><td><code>${method.toUpperCase()}</code></td><td><code>${escape(address)}</code></td><td>${escape(call.summary)}<br><small>${escape(call.description)}</small></td><td>${escape(String(call['x-ability']))}</td><td>${fieldsOf(call)}</td></tr>`

/** «**Вход.** `POST /login` …» as paragraphs. */
const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map(
      (one) =>
        `<p>${escape(one)
          .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
          .replace(/`(.+?)`/g, '<code>$1</code>')}</p>`,
    )
    .join('\n')

const STYLE = `body{font:14px/20px system-ui,sans-serif;margin:24px;color:#0d1c2b;background:#fff}p{max-width:80ch}nav a{margin-right:12px}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #dbe4eb;padding:6px 10px;text-align:left;vertical-align:top}td:nth-child(2){word-break:break-word;min-width:160px}small{color:#52667a}code{font-family:ui-monospace,monospace}h2{margin:32px 0 8px}`

export function readablePage(document: ReturnType<typeof openApi>): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const address = call.servers ? path : `${document.servers[0]!.url}${path}`
      return { tag: (call as Call).tags[0], row: rowOf(method, address, call as Call) }
    }),
  )
  const head = '<tr><th></th><th>Адрес</th><th>Что делает</th><th>Право</th><th>Поля (жирные обязательны)</th></tr>'
  const sections = document.tags.map(({ name, description }) => {
    const rows = calls.filter(({ tag }) => tag === name).map(({ row }) => row)
    return `<h2 id="${escape(name)}">${escape(description ?? name)}</h2>\n<table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`
  })
  const links = document.tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Садок: API</title>
<style>${STYLE}</style>
<h1>Садок: API ${escape(document.info.version)}</h1><p><a href="/api/openapi.json">openapi.json</a></p>
${paragraphs(document.info.description)}
<nav>${links}</nav>
${sections.join('\n')}</html>`
}
