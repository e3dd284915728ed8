/** Parses CSV (RFC 4180) and skips a leading byte order mark. Throws on malformed text. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  let line: string[] = []
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex
    const match = cell.exec(text)
    if (!match) throw new Error(`Invalid CSV from character ${start}`)
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') {
      if (cell.lastIndex === text.length) line.push('')
      continue
    }
    lines.push(line)
    line = []
  }
  return lines
}
