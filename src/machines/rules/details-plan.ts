import * as v from 'valibot'
import {
  ASSET_TYPES,
  type Asset,
  AssetName,
  GENDERS,
  MAX_ASSET_NAME,
  MOST_TAGS_OF_ASSET,
} from '../../api/contract/assets.ts'
import { addToList } from './add-to-list.ts'
import type { DetailRow } from './details-table.ts'

/** Why a row cannot be taken; `value` is what stands in it. */
export interface RowFault {
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

/** What can be changed by a row, as the asset has it; `tags` and `applicationIds` are ids. */
export interface Details {
  readonly name: string
  readonly type: Asset['type']
  readonly gender: Asset['gender']
  readonly tags: string[]
  readonly applicationIds: string[]
}

/** What becomes of a row: what of its asset would be changed (`before`, `after` have the same fields), or why nothing. */
export interface PlannedRow {
  readonly row: DetailRow
  readonly asset?: Asset
  readonly before: Partial<Details>
  readonly after: Partial<Details>
  readonly faults: readonly RowFault[]
}

/** Something with a name, and what a person may call it besides: its words on the screen. */
export interface Named {
  readonly id: string
  readonly names: readonly string[]
}

/** What rows are judged by. `assets` are those that the rows name and this person may change. */
export interface Known {
  readonly assets: readonly Asset[]
  readonly tags: readonly Named[]
  readonly applications: readonly Named[]
  readonly types: readonly Named[]
  readonly genders: readonly Named[]
}

/** What would become of each row, in their order. */
export function planRows(rows: readonly DetailRow[], known: Known): PlannedRow[] {
  const byId = new Map(known.assets.map((asset) => [asset.id, asset]))
  const byName = new Map<string, Asset[]>()
  for (const asset of known.assets) addToList(byName, asset.name, asset)
  const lookups = {
    tags: idsOf(known.tags),
    applications: idsOf(known.applications),
    types: idsOf(known.types),
    genders: idsOf(known.genders),
  }
  const taken = new Map<string, number>()
  return rows.map((row) => {
    const found = findAsset(row, byId, byName)
    if ('code' in found) return { row, before: {}, after: {}, faults: [found] }
    const faults: RowFault[] = row.isTooLong ? [{ code: 'tooLong', value: '' }] : []
    const earlier = taken.get(found.id)
    if (earlier !== undefined) faults.push({ code: 'twice', value: String(earlier) })
    taken.set(found.id, earlier ?? row.place)
    const wanted = detailsOf(row, lookups, faults)
    const { before, after } = differenceOf(found, wanted)
    if (found.locked && Object.keys(after).length > 0) faults.push({ code: 'locked', value: '' })
    return { row, asset: found, before, after, faults }
  })
}

function findAsset(
  { id, name }: DetailRow,
  byId: ReadonlyMap<string, Asset>,
  byName: ReadonlyMap<string, readonly Asset[]>,
): Asset | RowFault {
  if (id !== undefined) return byId.get(id) ?? { code: 'unknownId', value: id }
  if (name === undefined) return { code: 'noKey', value: '' }
  const named = byName.get(name) ?? []
  if (named.length > 1) return { code: 'manyOfName', value: name }
  return named[0] ?? { code: 'unknownName', value: name }
}

/** The details that a row tells; what is wrong with them goes to `faults`. */
function detailsOf(row: DetailRow, known: Lookups, faults: RowFault[]): Partial<Details> {
  const one = <T extends string>(text: string | undefined, among: Lookup, code: RowFault['code']) => {
    if (text === undefined) return undefined
    const found = among.get(text) ?? among.get(text.toLowerCase())
    if (found === undefined) faults.push({ code, value: text })
    return found as T | undefined
  }
  const many = (texts: readonly string[] | undefined, among: Lookup, code: RowFault['code']) =>
    texts && [...new Set(texts.flatMap((text) => one<string>(text, among, code) ?? []))]
  const isName = row.name === undefined || v.is(AssetName, row.name)
  if (!isName) faults.push({ code: 'badName', value: String(MAX_ASSET_NAME) })
  const details = {
    // Without an id the name says which asset it is.
    name: row.id !== undefined && isName ? row.name : undefined,
    type: one<Details['type']>(row.type, known.types, 'unknownType'),
    gender: one<Details['gender']>(row.gender, known.genders, 'unknownGender'),
    tags: many(row.tags, known.tags, 'unknownTag'),
    applicationIds: many(row.applications, known.applications, 'unknownApplication'),
  }
  if ((details.tags?.length ?? 0) > MOST_TAGS_OF_ASSET)
    faults.push({ code: 'manyTags', value: String(MOST_TAGS_OF_ASSET) })
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}

/** Ids by what people call things: the ids themselves, and names in lower case; of two of one name the first counts. */
type Lookup = ReadonlyMap<string, string>
type Lookups = Readonly<Record<'tags' | 'applications' | 'types' | 'genders', Lookup>>

const idsOf = (things: readonly Named[]): Lookup =>
  new Map([
    ...things.flatMap(({ id, names }) => names.map((name) => [name.toLowerCase(), id] as const)).reverse(),
    ...things.map(({ id }) => [id, id] as const),
  ])

/** The details of an asset. */
const present = ({ name, type, gender, tags, applications }: Asset): Details => ({
  name,
  type,
  gender,
  tags,
  applicationIds: applications.map(({ applicationId }) => applicationId),
})

function differenceOf(asset: Asset, wanted: Partial<Details>): Pick<PlannedRow, 'before' | 'after'> {
  const now = present(asset)
  const changed = (Object.keys(wanted) as (keyof Details)[]).filter((field) => !isAlike(now[field], wanted[field]))
  const only = (of: Partial<Details>) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  return { before: only(now), after: only(wanted) }
}

/** Lists are alike in any order: neither tags nor applications have one here. */
const isAlike = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((it) => other.includes(it))
    : one === other

/** A row that changes its asset, one that has nothing to change, or one that cannot be taken. */
export type RowState = 'change' | 'same' | 'fault'

export const stateOf = ({ faults, after }: PlannedRow): RowState =>
  faults.length > 0 ? 'fault' : Object.keys(after).length > 0 ? 'change' : 'same'

/** The types and genders there are, with what the screen calls them. */
export const kindsOf = (say: (key: string) => string): Pick<Known, 'types' | 'genders'> => ({
  types: ASSET_TYPES.map((id) => ({ id, names: [id, say(`asset.type.${id}`)] })),
  genders: GENDERS.map((id) => ({ id, names: [id, say(`asset.gender.${id}`)] })),
})
