import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { MAX_ASSET_NAME_LENGTH } from '../../src/api/contract/assets.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportedAsset,
  ExportedTag,
  MANIFEST_PATH,
  MAX_EXPORTED_ASSETS,
  MAX_MANIFEST_BYTES,
  ManifestHeader,
} from '../../src/api/contract/manifest.ts'
import { stripUnsafeCharacters } from '../../src/api/contract/text.ts'
import { JsonError, type JsonLimits, parseJson } from '../../src/files/parse-json.ts'
import { recordCpuTimeOf } from '../util/cost-meter.ts'
import { invalidArchiveError, type OpenArchive } from './open-archive.ts'
import { type SplitJson, splitJson } from './split-json.ts'

/** Limits of the manifest without the items of its lists. */
const HEAD_LIMITS: JsonLimits = { bytes: 64 * 1024, depth: 32, values: 1_000 }

const ROW_LIMITS: JsonLimits = { bytes: 256 * 1024, depth: 32, values: 10_000 }

const PARSE_BATCH_BYTES = 64 * 1024

/** Fixed cost of validating an item, as the number of bytes that take as long to parse. */
const ITEM_COST_BYTES = 128

const NAME_SCAN_BYTES = 4096

/** Asset of a manifest, or the reason why it is invalid. `name` is empty if unknown. */
export interface ManifestRow {
  readonly name: string
  readonly asset?: ExportedAsset
  readonly fault?: string
}

export interface Manifest {
  readonly tags: readonly ExportedTag[]
  readonly rows: readonly ManifestRow[]
}

/**
 * Parses the manifest of an archive and validates each asset separately. Yields to the event loop between assets. Throws
 * `ARCHIVE_INVALID` if the manifest is missing or invalid.
 */
export async function readManifest(archive: OpenArchive, signal: AbortSignal): Promise<Manifest> {
  if (archive.bytesOf(MANIFEST_PATH) === undefined) throw invalidArchiveError('The archive has no manifest.json.')
  const bytes = await archive.read(MANIFEST_PATH, MAX_MANIFEST_BYTES)
  const assets = await readList(bytes, 'assets', signal)
  const tagList = await readList(assets.rest, 'tags', signal)
  const head = parseHead(tagList.rest)
  const tags: ExportedTag[] = []
  for await (const item of itemsYielding(assets.rest, tagList.items, signal))
    tags.push(validatePart(ExportedTag, parseOrThrow(item, ROW_LIMITS), `tags.${tags.length}`))
  const rows: ManifestRow[] = []
  for await (const item of itemsYielding(bytes, assets.items, signal)) rows.push(toManifestRow(item))
  // A list that appears twice is refused, because it is not clear which one is meant.
  for (const key of ['assets', 'tags'] as const)
    if (head[key].length > 0) throw invalidArchiveError(`The manifest is invalid: ${key} appears twice.`)
  return { tags, rows }
}

async function readList(bytes: Buffer, key: 'assets' | 'tags', signal: AbortSignal): Promise<SplitJson> {
  const parts = await splitJson(bytes, key, MAX_EXPORTED_ASSETS, signal)
  if (!parts) throw invalidArchiveError(`The manifest lists more than ${MAX_EXPORTED_ASSETS} ${key}.`)
  return parts
}

async function* itemsYielding(bytes: Buffer, items: SplitJson['items'], signal: AbortSignal): AsyncIterable<Buffer> {
  let costSinceYield = 0
  for (const { start, end } of items) {
    yield bytes.subarray(start, end)
    costSinceYield += end - start + ITEM_COST_BYTES
    if (costSinceYield < PARSE_BATCH_BYTES) continue
    costSinceYield = 0
    signal.throwIfAborted()
    await setImmediate()
  }
}

function parseHead(rest: Buffer): ManifestHeader {
  const header = parseOrThrow(rest, HEAD_LIMITS)
  if (v.is(NewerManifest, header)) throw invalidArchiveError('The archive was exported by a newer version of Atelier.')
  return validatePart(ManifestHeader, header)
}

const NewerManifest = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.gtValue(EXPORT_VERSION)),
})

/** Validates a part of the manifest without which no asset can be checked. */
function validatePart<S extends v.GenericSchema>(schema: S, value: unknown, at?: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const path = [at, v.getDotPath(result.issues[0])].filter(Boolean).join('.') || 'it'
  throw invalidArchiveError(`The manifest is invalid: ${path} is not valid.`)
}

function parseOrThrow(bytes: Buffer, limits: JsonLimits): unknown {
  try {
    return recordCpuTimeOf(() => parseJson(bytes, limits))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (isInvalidJson(error)) throw invalidArchiveError('The manifest is not valid JSON.')
    throw invalidArchiveError(`The manifest is too large: ${error.message}`)
  }
}

/** Returns whether the text is invalid JSON, instead of JSON that exceeds a limit. */
const isInvalidJson = ({ reason }: JsonError) => reason === 'syntax' || reason === 'encoding'

/** Validates one asset. Refuses only this asset if it exceeds a limit, but the whole archive if the text is invalid JSON. */
function toManifestRow(text: Buffer): ManifestRow {
  let row: unknown
  try {
    row = recordCpuTimeOf(() => parseJson(text, ROW_LIMITS))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (isInvalidJson(error)) throw invalidArchiveError('The manifest is not valid JSON.')
    return { name: findNameAtStart(text), fault: `The manifest entry of this asset is too large: ${error.message}` }
  }
  const name = readName(row)
  const result = recordCpuTimeOf(() => v.safeParse(ExportedAsset, row))
  return result.success ? { name, asset: result.output } : { name, fault: describeIssue(result.issues) }
}

/** Returns the name of an unparsed asset, if it is near the start of the text. */
function findNameAtStart(text: Buffer): string {
  const [, name] = /"name"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text.toString('utf8', 0, NAME_SCAN_BYTES)) ?? []
  if (name === undefined) return ''
  try {
    return readName({ name: parseJson(`"${name}"`, ROW_LIMITS) })
  } catch {
    return ''
  }
}

function readName(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return typeof name === 'string' ? stripUnsafeCharacters(name.slice(0, 120)) : ''
}

/** Reasons why a name is refused, by the message key of the asset form. */
const NAME_FAULTS: ReadonlyMap<string, string> = new Map([
  ['asset.nameMissing', 'is missing'],
  ['asset.nameTooLong', `is longer than ${MAX_ASSET_NAME_LENGTH} characters`],
  ['asset.nameOdd', 'contains characters that are not allowed in a name'],
])

const MAX_QUOTED_CHARACTERS = 40

/** Returns the reason why an asset is invalid, with the path of the first validation issue. */
function describeIssue([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const at = v.getDotPath(issue) ?? 'This'
  const { type, input, message } = issue
  const named = NAME_FAULTS.get(message)
  if (named) return `${at} ${named}.`
  if (input === undefined) return `${at} is missing.`
  if (type === 'picklist' && typeof input === 'string') return `${at} cannot be “${shorten(input)}”.`
  return `${at} is not valid.`
}

const shorten = (text: string) =>
  text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text
