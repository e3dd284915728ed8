/** The most rows of a table of details that are read, and the most bytes of its file. */
export const MOST_ROWS = 5_000
export const MOST_BYTES = 50 * 1024 * 1024

/** What can be told of an asset in a table: which it is, and what it is to be. */
export const DETAIL_FIELDS = ['id', 'name', 'type', 'gender', 'tags', 'applications'] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]

/** A file as a table; a cell that is missing is undefined, one of a JSON file is whatever stood there. */
export interface DetailTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Why a file is no table of details: `large` and `long` are its bytes and rows. */
export type TableFault = 'large' | 'long' | 'empty' | 'unreadable' | 'noKey' | 'noDetail'

/** A row as it was written; `place` counts from 1 as people see it, `lists` are parted. An empty cell says nothing. */
export interface DetailRow {
  readonly place: number
  readonly id?: string
  readonly name?: string
  readonly type?: string
  readonly gender?: string
  readonly tags?: readonly string[]
  readonly applications?: readonly string[]
  /** It has more cells than the table has heads. */
  readonly isTooLong: boolean
}

/** The table's columns by field, and the heads of those that nothing is taken from. */
export interface DetailColumns {
  readonly at: Readonly<Partial<Record<DetailField, number>>>
  readonly unused: readonly string[]
}

/** Other names of the fields, as our own exports and calls have them. */
const NAMES: Readonly<Record<DetailField, readonly string[]>> = {
  id: ['id', 'assetid', 'asset id'],
  name: ['name', 'asset'],
  type: ['type'],
  gender: ['gender'],
  tags: ['tags', 'tag'],
  applications: ['applications', 'application', 'applicationids'],
}

const folded = (text: string) => text.trim().toLowerCase()

/** Finds the columns by their heads, in English or in the words of the screen; of two for one field the first counts. */
export function columnsOf(heads: readonly string[], words: Readonly<Record<DetailField, string>>): DetailColumns {
  const at: Partial<Record<DetailField, number>> = {}
  const unused: string[] = []
  heads.forEach((head, place) => {
    const name = folded(head)
    const field = DETAIL_FIELDS.find((it) => NAMES[it].includes(name) || folded(words[it]) === name)
    if (field && at[field] === undefined) at[field] = place
    else if (head.trim() !== '') unused.push(head.trim())
  })
  return { at, unused }
}

/** Why nothing can be told of assets by these columns. */
export function faultOf({ rows }: DetailTable, { at }: DetailColumns): TableFault | undefined {
  if (rows.length === 0) return 'empty'
  if (rows.length > MOST_ROWS) return 'long'
  if (at.id === undefined && at.name === undefined) return 'noKey'
  const told = DETAIL_FIELDS.filter((field) => at[field] !== undefined)
  return told.length === 1 ? 'noDetail' : undefined
}

/** What an export puts before text that a spreadsheet would take for a formula. */
const GUARD = /^'(?=["\s\ufeff]*[=+\-@＝＋－＠])/

/** A cell as text, as it was before an export. */
function textOf(cell: unknown): string | undefined {
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined
  return String(cell).replace(GUARD, '').trim() || undefined
}

/** What a list in a cell names: parted by semicolons, or the parts of a JSON array, which may be objects with an id or name. */
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

/** The rows as they were written; `first` is the place of the first as people count. */
export function rowsOf({ heads, rows }: DetailTable, { at }: DetailColumns, first: number): DetailRow[] {
  return rows.map((cells, index) => {
    const cell = (field: DetailField) => (at[field] === undefined ? undefined : cells[at[field]])
    const texts = { id: textOf(cell('id')), name: textOf(cell('name')) }
    const kinds = { type: textOf(cell('type')), gender: textOf(cell('gender')) }
    const lists = { tags: listOf(cell('tags')), applications: listOf(cell('applications')) }
    const given = Object.entries({ ...texts, ...kinds, ...lists }).filter(([, value]) => value !== undefined)
    return { place: first + index, ...Object.fromEntries(given), isTooLong: cells.length > heads.length }
  })
}
