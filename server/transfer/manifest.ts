import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { ExportedAsset, MANIFEST_PATH, ManifestHead, MOST_EXPORTED } from '../../src/api/contract/manifest.ts'
import { plain } from '../../src/api/contract/text.ts'
import { splitJson } from './json-parts.ts'
import { badArchive, type OpenArchive } from './open-archive.ts'

/** The most bytes of a manifest: it is read into memory. */
const MOST_MANIFEST_BYTES = 100 * 1024 * 1024

/** The most bytes of it without its assets, and of one of them: each is parsed at once, which takes some milliseconds. */
const MOST_HEAD_BYTES = 4 * 1024 * 1024
const MOST_ROW_BYTES = 256 * 1024

/** So many bytes of assets are parsed before others get their turn. */
const PARSED_AT_ONCE = 64 * 1024

/** What a manifest says of an asset: the asset, or why it is none, and its name as far as there is one. */
export interface ManifestRow {
  readonly name: string
  readonly asset?: ExportedAsset
  readonly fault?: string
}

/** A manifest that was read; its rows in its order. */
export interface Manifest {
  readonly tags: ManifestHead['tags']
  readonly rows: readonly ManifestRow[]
}

/**
 * Reads the manifest of an archive and judges each of its assets alone, a part at a time: what else this process does goes on
 * between. Throws `ARCHIVE_INVALID` where it is missing or no manifest.
 */
export async function readManifest(archive: OpenArchive, signal: AbortSignal): Promise<Manifest> {
  if (archive.bytesOf(MANIFEST_PATH) === undefined) throw badArchive('The archive has no manifest.json.')
  const bytes = await archive.read(MANIFEST_PATH, MOST_MANIFEST_BYTES)
  const parts = await splitJson(bytes, 'assets', MOST_EXPORTED, signal)
  if (!parts) throw badArchive(`The manifest lists more than ${MOST_EXPORTED} assets.`)
  const head = headOf(parts.rest)
  const rows: ManifestRow[] = []
  let since = 0
  for (const { start, end } of parts.items) {
    if (end - start > MOST_ROW_BYTES) throw badArchive('The manifest has an asset of more than 256 kB.')
    rows.push(rowOf(parsed(bytes.subarray(start, end))))
    since += end - start
    if (since < PARSED_AT_ONCE) continue
    since = 0
    signal.throwIfAborted()
    await setImmediate()
  }
  return { tags: head.tags, rows }
}

function headOf(rest: Buffer): ManifestHead {
  if (rest.length > MOST_HEAD_BYTES) throw badArchive('The manifest is too large.')
  const head = v.safeParse(ManifestHead, parsed(rest))
  if (!head.success) {
    const [issue] = head.issues
    throw badArchive(`The manifest is invalid: ${v.getDotPath(issue) ?? 'it'} is not as it should be.`)
  }
  // A second list of that name, which whoever wrote it may have meant.
  if (head.output.assets.length > 0) throw badArchive('The manifest is invalid: assets is there twice.')
  return head.output
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
  const judged = v.safeParse(ExportedAsset, given)
  return judged.success ? { name, asset: judged.output } : { name, fault: faultOf(judged.issues) }
}

function nameIn(given: unknown): string {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined
  return typeof name === 'string' ? plain(name.slice(0, 120)) : ''
}

const faultOf = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string =>
  `${v.getDotPath(issues[0]) ?? 'This'} is not as it should be.`
