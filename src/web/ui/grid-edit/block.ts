/**
 * Parses a block of cells from the clipboard, as spreadsheets write it: tabs between cells, line ends between rows,
 * quotes around cells that contain either.
 */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell.trim())
    cell = ''
  }
  const letters = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!
    if (quoted && letter === '"' && letters[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"' && (quoted || cell === '')) quoted = !quoted
    else if (letter === '\t' && !quoted) endCell()
    else if (letter === '\n' && !quoted) {
      endCell()
      rows.push([])
    } else cell += letter
  }
  endCell()
  return rows
}

/**
 * The column and row that a key leads to; null when the key moves within the cell's text. `edge` is the side of the
 * text where the caret is.
 */
export function moveByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  edge: { start: boolean; end: boolean },
): { rows: number; columns: number } | null {
  if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) return { rows: -1, columns: 0 }
  if (key === 'ArrowDown' || key === 'Enter') return { rows: 1, columns: 0 }
  if (shiftKey) return null
  if (key === 'ArrowLeft' && edge.start) return { rows: 0, columns: -1 }
  if (key === 'ArrowRight' && edge.end) return { rows: 0, columns: 1 }
  return null
}
