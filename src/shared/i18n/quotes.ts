/** «Баржа «Северная»» reads «Баржа „Северная“»: quotes inside quotes are of another kind. Unpaired ones stay. */
export function nestQuotes(text: string): string {
  const first = text.indexOf('«')
  if (first < 0 || !text.includes('«', first + 1)) return text
  let depth = 0
  let paired = true
  const nested = text.replace(/[«»]/g, (quote) => {
    if (quote === '«') return (depth += 1) > 1 ? '„' : quote
    depth -= 1
    paired &&= depth >= 0
    return depth > 0 ? '“' : quote
  })
  return paired && depth === 0 ? nested : text
}
