/** One plain page to read: every call with its right and its fields. */
import type { Document } from './document'
import type { Json } from './schemas'

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** «**Вход.** `POST /login` …» */
const marked = (text: string) =>
  escape(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/`(.+?)`/g, '<code>$1</code>')

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
  `<tr title="${escape(String(call.operationId))}"><td><code>${method.toUpperCase()}</code></td><td><code>${escape(address)}</code></td><td>${escape(call.summary)}<br><small>${marked(call.description)}</small></td><td>${escape(String(call['x-ability']))}</td><td>${fieldsOf(call)}</td></tr>`

const STYLE = `:root{color-scheme:light dark;--text:#0d1c2b;--quiet:#52667a;--line:#dbe4eb;--ground:#fff;--link:#0b63b5}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--quiet:#9fb0c0;--line:#2b3a48;--ground:#0f1a24;--link:#6db3f2}}
body{font:14px/20px system-ui,sans-serif;margin:24px;color:var(--text);background:var(--ground)}a{color:var(--link)}
p{max-width:80ch}nav{display:flex;flex-wrap:wrap;gap:4px 12px}section{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:900px}
td,th{border-bottom:1px solid var(--line);padding:6px 10px;text-align:left;vertical-align:top}td:nth-child(4){white-space:nowrap}
small{color:var(--quiet)}td:first-child code{overflow-wrap:normal}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}h1{font-size:28px;line-height:36px}h2{margin:32px 0 8px;font-size:20px;line-height:28px}`

export function readablePage(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const address = call.servers ? path : `${document.servers[0]!.url}${path}`
      return { tag: (call as Call).tags[0], row: rowOf(method, address, call as Call) }
    }),
  )
  const head = '<tr><th></th><th>Адрес</th><th>Что делает</th><th>Право</th><th>Поля (жирные обязательны)</th></tr>'
  const sections = document.tags.map(({ name, description }) => {
    const rows = calls.filter(({ tag }) => tag === name).map(({ row }) => row)
    return `<h2 id="${escape(name)}">${escape(description ?? name)}</h2>\n<section tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></section>`
  })
  const paragraphs = document.info.description.split('\n\n').map((text) => `<p>${marked(text)}</p>`)
  const links = document.tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Садок: API</title>
<style>${STYLE}</style>
<h1>Садок: API ${escape(document.info.version)}</h1><p><a href="/api/openapi.json">openapi.json</a></p>
${paragraphs.join('\n')}
<nav>${links}</nav>
${sections.join('\n')}</html>`
}
