import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { MAX_ASSET_NAME } from '../../src/api/contract/assets.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportedAsset,
  ExportedTag,
  MANIFEST_PATH,
  ManifestHead,
  MOST_EXPORTED,
  MOST_MANIFEST_BYTES,
} from '../../src/api/contract/manifest.ts'
import { plain } from '../../src/api/contract/text.ts'
import { type JsonParts, splitJson } from './json-parts.ts'
import { badArchive, type OpenArchive } from './open-archive.ts'

/** The most bytes of it without its assets and tags, and of one of them: each is parsed at once, which takes some milliseconds. */
const MOST_HEAD_BYTES = 4 * 1024 * 1024
const MOST_ROW_BYTES = 256 * 1024

/** So many bytes of a list are parsed before others get their turn. */
const PARSED_AT_ONCE = 64 * 1024

/** The name of an asset that is not parsed is looked for in so many bytes of it. */
const NAMED_WITHIN = 4096

/** What a manifest says of an asset: the asset, or why it is none, and its name as far as there is one. */
export interface ManifestRow {
  readonly name: string
  readonly asset?: ExportedAsset
  readonly fault?: string
}

/** A manifest that was read; its rows in its order. */
export interface Manifest {
  readonly tags: readonly ExportedTag[]
  readonly rows: readonly ManifestRow[]
}

/**
 * Reads the manifest of an archive and judges each of its assets alone, a part at a time: what else this process does goes on
 * between. Throws `ARCHIVE_INVALID` where it is missing or no manifest.
 */
export async function readManifest(archive: OpenArchive, signal: AbortSignal): Promise<Manifest> {
  if (archive.bytesOf(MANIFEST_PATH) === undefined) throw badArchive('The archive has no manifest.json.')
  const bytes = await archive.read(MANIFEST_PATH, MOST_MANIFEST_BYTES)
  const assets = await listOf(bytes, 'assets', signal)
  const tagged = await listOf(assets.rest, 'tags', signal)
  const head = headOf(tagged.rest)
  const tags: ExportedTag[] = []
  for await (const item of inTurns(assets.rest, tagged.items, signal))
    tags.push(judged(ExportedTag, item.length > MOST_ROW_BYTES ? null : parsed(item), `tags.${tags.length}`))
  const rows: ManifestRow[] = []
  for await (const item of inTurns(bytes, assets.items, signal))
    rows.push(item.length > MOST_ROW_BYTES ? tooLarge(item) : rowOf(parsed(item)))
  // A second list of that name, which whoever wrote it may have meant.
  for (const key of ['assets', 'tags'] as const)
    if (head[key].length > 0) throw badArchive(`The manifest is invalid: ${key} is there twice.`)
  return { tags, rows }
}

async function listOf(bytes: Buffer, key: 'assets' | 'tags', signal: AbortSignal): Promise<JsonParts> {
  const parts = await splitJson(bytes, key, MOST_EXPORTED, signal)
  if (!parts) throw badArchive(`The manifest lists more than ${MOST_EXPORTED} ${key}.`)
  return parts
}

/** The text of each item; what else this process does goes on between. */
async function* inTurns(bytes: Buffer, items: JsonParts['items'], signal: AbortSignal): AsyncIterable<Buffer> {
  let since = 0
  for (const { start, end } of items) {
    yield bytes.subarray(start, end)
    since += end - start
    if (since < PARSED_AT_ONCE) continue
    since = 0
    signal.throwIfAborted()
    await setImmediate()
  }
}

function headOf(rest: Buffer): ManifestHead {
  if (rest.length > MOST_HEAD_BYTES) throw badArchive('The manifest is too large.')
  const given = parsed(rest)
  if (v.is(Newer, given)) throw badArchive('The archive is of a newer version of Atelier than this server is.')
  return judged(ManifestHead, given)
}

/** What a later version of us may write. */
const Newer = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.gtValue(EXPORT_VERSION)),
})

/** What a part of the manifest has to be: without it no asset can be judged. */
function judged<S extends v.GenericSchema>(schema: S, given: unknown, at?: string): v.InferOutput<S> {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const place = [at, v.getDotPath(result.issues[0])].filter(Boolean).join('.') || 'it'
  throw badArchive(`The manifest is invalid: ${place} is not as it should be.`)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badArchive('The manifest is not valid JSON.')
  }
}

function rowOf(given: unknown): ManifestRow {
  const name = nameIn(given)
  const result = v.safeParse(ExportedAsset, given)
  return result.success ? { name, asset: result.output } : { name, fault: faultOf(result.issues) }
}

/** An asset of which too much is said to be read; its name, where that stands at its beginning. */
function tooLarge(text: Buffer): ManifestRow {
  const [, name] = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text.toString('utf8', 0, NAMED_WITHIN)) ?? []
  const fault = `The manifest says more than ${MOST_ROW_BYTES / 1024} kB of this asset.`
  return { name: name === undefined ? '' : nameIn({ name: textIn(name) }), fault }
}

/** The text of a JSON string, which what only looks like one need not be. */
function textIn(quoted: string): unknown {
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

function nameIn(given: unknown): string {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined
  return typeof name === 'string' ? plain(name.slice(0, 120)) : ''
}

/** What a name is refused with, by the sentence that a form would show. */
const NAME_FAULTS: ReadonlyMap<string, string> = new Map([
  ['asset.nameMissing', 'is missing'],
  ['asset.nameTooLong', `is longer than ${MAX_ASSET_NAME} characters`],
  ['asset.nameOdd', 'holds characters that no name can have'],
])

/** So much of a value is repeated in a sentence about it. */
const QUOTED = 40

/** What is wrong with an asset, by the place where it is and as precisely as that can be told. */
function faultOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const at = v.getDotPath(issue) ?? 'This'
  const { type, input, message } = issue
  const named = NAME_FAULTS.get(message)
  if (named) return `${at} ${named}.`
  if (input === undefined) return `${at} is missing.`
  if (type === 'picklist' && typeof input === 'string') return `${at} cannot be “${quoted(input)}”.`
  return `${at} is not as it should be.`
}

const quoted = (text: string) => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)
