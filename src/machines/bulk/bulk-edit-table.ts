/** Maximum number of rows in a table of details, and maximum file size in bytes. */
export const MAX_TABLE_ROWS = 5_000
export const MAX_TABLE_BYTES = 50 * 1024 * 1024

/** Columns of a table: the keys of an asset and its details. */
export const DETAIL_FIELDS = ['id', 'name', 'type', 'gender', 'tags', 'applications'] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]

/** A file parsed to a table. A missing cell is undefined; a cell from JSON may be of any type. */
export interface DetailTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Reason why a file is rejected. `large` means too many bytes, `long` too many rows. */
export type TableProblem = 'large' | 'long' | 'empty' | 'unreadable' | 'noKey' | 'noDetail'

/** One row as written. `rowNumber` is 1-based, as shown to users. `tags` and `applications` are split. Empty cells are absent. */
export interface DetailRow {
  readonly rowNumber: number
  readonly id?: string
  readonly name?: string
  readonly type?: string
  readonly gender?: string
  readonly tags?: readonly string[]
  readonly applications?: readonly string[]
  /** Whether the row has more cells than the header. */
  readonly isTooLong: boolean
}

/** Column index by field, and the headings of ignored columns. */
export interface DetailColumns {
  readonly at: Readonly<Partial<Record<DetailField, number>>>
  readonly unused: readonly string[]
}

/** Accepted column headings per field, including those of our own exports and API. */
const COLUMN_ALIASES: Readonly<Record<DetailField, readonly string[]>> = {
  id: ['id', 'assetid', 'asset id'],
  name: ['name', 'asset'],
  type: ['type'],
  gender: ['gender'],
  tags: ['tags', 'tag'],
  applications: ['applications', 'application', 'applicationids'],
}

const normalize = (text: string) => text.trim().toLowerCase()

/**
 * Finds the columns by their headings, in English or in the user's language. If two columns match one field, the first column
 * wins.
 */
export function matchColumns(heads: readonly string[], labels: Readonly<Record<DetailField, string>>): DetailColumns {
  const at: Partial<Record<DetailField, number>> = {}
  const unused: string[] = []
  heads.forEach((heading, index) => {
    const name = normalize(heading)
    const field = DETAIL_FIELDS.find(
      (candidate) => COLUMN_ALIASES[candidate].includes(name) || normalize(labels[candidate]) === name,
    )
    if (field && at[field] === undefined) at[field] = index
    else if (heading.trim() !== '') unused.push(heading.trim())
  })
  return { at, unused }
}

export function checkTable({ rows }: DetailTable, { at }: DetailColumns): TableProblem | undefined {
  if (rows.length === 0) return 'empty'
  if (rows.length > MAX_TABLE_ROWS) return 'long'
  if (at.id === undefined && at.name === undefined) return 'noKey'
  const presentFields = DETAIL_FIELDS.filter((field) => at[field] !== undefined)
  return presentFields.length === 1 ? 'noDetail' : undefined
}

/** Apostrophe that an export puts before text which a spreadsheet would evaluate as a formula. */
const GUARD = /^'(?=["\s\ufeff]*[=+\-@＝＋－＠])/

/** Returns a cell as text, without the apostrophe that an export adds. */
function textOf(cell: unknown): string | undefined {
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined
  return String(cell).replace(GUARD, '').trim() || undefined
}

/** Parses a list in a cell: separated by semicolons, or a JSON array of values or of objects with an id or name. */
function listOf(cell: unknown): string[] | undefined {
  if (Array.isArray(cell)) return cell.flatMap((part) => nameOf(part) ?? [])
  const text = textOf(cell)
  return text?.split(';').flatMap((part) => textOf(part) ?? [])
}

function nameOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return textOf(part)
  const { applicationId, tagId, id, name } = part as Record<string, unknown>
  return textOf(applicationId ?? tagId ?? id ?? name)
}

/** Parses the rows. `first` is the row number of the first row, as shown to users. */
export function parseRows({ heads, rows }: DetailTable, { at }: DetailColumns, first: number): DetailRow[] {
  return rows.map((cells, index) => {
    const cell = (field: DetailField) => (at[field] === undefined ? undefined : cells[at[field]])
    const texts = { id: textOf(cell('id')), name: textOf(cell('name')) }
    const kinds = { type: textOf(cell('type')), gender: textOf(cell('gender')) }
    const lists = { tags: listOf(cell('tags')), applications: listOf(cell('applications')) }
    const entries = Object.entries({ ...texts, ...kinds, ...lists }).filter(([, value]) => value !== undefined)
    return { rowNumber: first + index, ...Object.fromEntries(entries), isTooLong: cells.length > heads.length }
  })
}
