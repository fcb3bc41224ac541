/** The query of an address, with names repeated for arrays: for pages and calls alike. */

export type Query = Record<string, string | string[]>

/** '?cagesId=1&cagesId=2&start=…' → { cagesId: ['1', '2'], start: '…' }; the spelling cagesId[]=1 is read as well. */
export function parseQuery(text: string): Query {
  const query: Query = {}
  for (const [rawName, value] of new URLSearchParams(text)) {
    const name = rawName.replace(/\[\d*\]$/, '')
    const known = query[name]
    if (known !== undefined) query[name] = [...(Array.isArray(known) ? known : [known]), value]
    else query[name] = rawName === name ? value : [value]
  }
  return query
}

/** The other way round; nothing is written for undefined and null. Starts with '?' unless empty. */
export function writeQuery(query: Record<string, unknown>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) text.append(name, String(one))
    }
  }
  return text.size ? `?${text}` : ''
}
