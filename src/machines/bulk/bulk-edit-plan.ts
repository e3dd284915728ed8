import * as v from 'valibot'
import {
  ASSET_TYPES,
  type Asset,
  AssetName,
  type AssetType,
  GENDERS,
  type Gender,
  MAX_ASSET_NAME_LENGTH,
  MAX_TAGS_PER_ASSET,
} from '../../api/contract/assets.ts'
import { addToList } from '../add-to-list.ts'
import type { DetailRow } from './bulk-edit-table.ts'

/**
 * Reason why a row is rejected. `value` is the parameter of the message: the cell's content, a limit or a row number. It may be
 * empty.
 */
export interface RowProblem {
  readonly code:
    | 'noKey'
    | 'tooLong'
    | 'unknownId'
    | 'unknownName'
    | 'manyOfName'
    | 'twice'
    | 'locked'
    | 'badName'
    | 'unknownType'
    | 'unknownGender'
    | 'unknownTag'
    | 'unknownApplication'
    | 'manyTags'
  readonly value: string
}

/** Fields that a row can change, with the asset's current values. `tags` and `applicationIds` are ids. */
export interface EditableDetails {
  readonly name: string
  readonly type: Asset['type']
  readonly gender: Asset['gender']
  readonly tags: string[]
  readonly applicationIds: string[]
}

/** Planned result for a row: the changed fields (same keys in `before` and `after`), or the faults that prevent the change. */
export interface PlannedRow {
  readonly row: DetailRow
  readonly asset?: Asset
  readonly before: Partial<EditableDetails>
  readonly after: Partial<EditableDetails>
  readonly faults: readonly RowProblem[]
}

/** Item with the names that a user may write for it, including its on-screen label. */
export interface NamedChoice {
  readonly id: string
  readonly names: readonly string[]
}

/** Data to validate rows against. `assets` are the assets that the rows name and the user is allowed to change. */
export interface PlanContext {
  readonly assets: readonly Asset[]
  readonly tags: readonly NamedChoice[]
  readonly applications: readonly NamedChoice[]
  readonly types: readonly NamedChoice[]
  readonly genders: readonly NamedChoice[]
}

export function planRows(rows: readonly DetailRow[], context: PlanContext): PlannedRow[] {
  const byId = new Map(context.assets.map((asset) => [asset.id, asset]))
  const byName = new Map<string, Asset[]>()
  for (const asset of context.assets) addToList(byName, asset.name, asset)
  const lookups = {
    tags: idsByName(context.tags),
    applications: idsByName(context.applications),
    types: idsByName(context.types),
    genders: idsByName(context.genders),
  }
  const rowNumberById = new Map<string, number>()
  return rows.map((row) => {
    const match = findAsset(row, byId, byName)
    if ('code' in match) return { row, before: {}, after: {}, faults: [match] }
    const faults: RowProblem[] = row.isTooLong ? [{ code: 'tooLong', value: '' }] : []
    const earlierRow = rowNumberById.get(match.id)
    if (earlierRow !== undefined) faults.push({ code: 'twice', value: String(earlierRow) })
    rowNumberById.set(match.id, earlierRow ?? row.rowNumber)
    const details = parseDetails(row, lookups, faults)
    const { before, after } = differenceOf(match, details)
    if (match.locked && Object.keys(after).length > 0) faults.push({ code: 'locked', value: '' })
    return { row, asset: match, before, after, faults }
  })
}

function findAsset(
  { id, name }: DetailRow,
  byId: ReadonlyMap<string, Asset>,
  byName: ReadonlyMap<string, readonly Asset[]>,
): Asset | RowProblem {
  if (id !== undefined) return byId.get(id) ?? { code: 'unknownId', value: id }
  if (name === undefined) return { code: 'noKey', value: '' }
  const matches = byName.get(name) ?? []
  if (matches.length > 1) return { code: 'manyOfName', value: name }
  return matches[0] ?? { code: 'unknownName', value: name }
}

function parseDetails(row: DetailRow, lookups: Lookups, faults: RowProblem[]): Partial<EditableDetails> {
  const lookUp = <T extends string>(text: string | undefined, lookup: Lookup, code: RowProblem['code']) => {
    if (text === undefined) return undefined
    const id = lookup.get(text) ?? lookup.get(text.toLowerCase())
    if (id === undefined) faults.push({ code, value: text })
    return id as T | undefined
  }
  const lookUpAll = (texts: readonly string[] | undefined, lookup: Lookup, code: RowProblem['code']) =>
    texts && [...new Set(texts.flatMap((text) => lookUp<string>(text, lookup, code) ?? []))]
  const isValidName = row.name === undefined || v.is(AssetName, row.name)
  if (!isValidName) faults.push({ code: 'badName', value: String(MAX_ASSET_NAME_LENGTH) })
  const details = {
    // Without an id, the name identifies the asset and is not a change.
    name: row.id !== undefined && isValidName ? row.name : undefined,
    type: lookUp<EditableDetails['type']>(row.type, lookups.types, 'unknownType'),
    gender: lookUp<EditableDetails['gender']>(row.gender, lookups.genders, 'unknownGender'),
    tags: lookUpAll(row.tags, lookups.tags, 'unknownTag'),
    applicationIds: lookUpAll(row.applications, lookups.applications, 'unknownApplication'),
  }
  if ((details.tags?.length ?? 0) > MAX_TAGS_PER_ASSET)
    faults.push({ code: 'manyTags', value: String(MAX_TAGS_PER_ASSET) })
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}

/** Ids by the text in a cell: the id itself, or a name in lower case. If two items share a name, the first wins. */
type Lookup = ReadonlyMap<string, string>
type Lookups = Readonly<Record<'tags' | 'applications' | 'types' | 'genders', Lookup>>

const idsByName = (choices: readonly NamedChoice[]): Lookup =>
  new Map([
    ...choices.flatMap(({ id, names }) => names.map((name) => [name.toLowerCase(), id] as const)).reverse(),
    ...choices.map(({ id }) => [id, id] as const),
  ])

const detailsOfAsset = ({ name, type, gender, tags, applications }: Asset): EditableDetails => ({
  name,
  type,
  gender,
  tags,
  applicationIds: applications.map(({ applicationId }) => applicationId),
})

function differenceOf(asset: Asset, details: Partial<EditableDetails>): Pick<PlannedRow, 'before' | 'after'> {
  const current = detailsOfAsset(asset)
  const changed = (Object.keys(details) as (keyof EditableDetails)[]).filter(
    (field) => !isAlike(current[field], details[field]),
  )
  const pickChanged = (source: Partial<EditableDetails>) =>
    Object.fromEntries(changed.map((field) => [field, source[field]]))
  return { before: pickChanged(current), after: pickChanged(details) }
}

/** Ignores the order of lists, because tags and applications have no order here. */
const isAlike = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((value) => other.includes(value))
    : one === other

export type RowState = 'change' | 'same' | 'fault'

export const rowStateOf = ({ faults, after }: PlannedRow): RowState =>
  faults.length > 0 ? 'fault' : Object.keys(after).length > 0 ? 'change' : 'same'

export const typeAndGenderChoices = (
  translate: (key: `asset.type.${AssetType}` | `asset.gender.${Gender}`) => string,
): Pick<PlanContext, 'types' | 'genders'> => ({
  types: ASSET_TYPES.map((id) => ({ id, names: [id, translate(`asset.type.${id}`)] })),
  genders: GENDERS.map((id) => ({ id, names: [id, translate(`asset.gender.${id}`)] })),
})
