/** Parses CSV (RFC 4180) and skips a leading byte order mark. Throws on malformed text. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  let line: string[] = []
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`This is no CSV from character ${at} on`)
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') {
      if (cell.lastIndex === text.length) line.push('')
      continue
    }
    lines.push(line)
    line = []
  }
  return lines
}
