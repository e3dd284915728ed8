import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { ContentStore, StoredContent } from '../files/content-store.ts'
import type { ExportPlan, PlannedFile } from './plan.ts'

/** For so long one request reads files whose checksum nobody knows, in milliseconds; the next one goes on. */
const READ_MS = 15_000

/** When a caller may ask again for an archive that is being prepared, in seconds. */
const AGAIN_SECONDS = 1

/**
 * The plan with every checksum. Files that were stored by an older version have none yet: they are read once, and their
 * checksums kept. Throws `UNAVAILABLE` where that takes longer than a caller should wait; another try goes on from there.
 */
export async function withChecksums(
  db: Kysely<Database>,
  content: ContentStore,
  plan: ExportPlan,
  readMs = READ_MS,
): Promise<ExportPlan> {
  const until = performance.now() + readMs
  const known = new Map<string, number>()
  for (const file of plan.files) {
    const { sha256 } = file.content
    if (file.crc32 !== undefined || known.has(sha256)) continue
    if (performance.now() > until)
      throw new Refusal('UNAVAILABLE', 'The export is being prepared. Try again.', undefined, AGAIN_SECONDS)
    const crc = await crcOf(content, file.content)
    known.set(sha256, crc)
    await db
      .updateTable('files')
      // There is no unsigned type of 4 bytes.
      .set({ crc32: crc | 0 })
      .where('sha256', '=', sha256)
      .execute()
  }
  const complete = (file: PlannedFile) => ({ ...file, crc32: file.crc32 ?? known.get(file.content.sha256) })
  return known.size === 0 ? plan : { ...plan, files: plan.files.map(complete) }
}

async function crcOf(content: ContentStore, file: StoredContent): Promise<number> {
  let crc = 0
  if (file.bytes > 0)
    for await (const piece of await content.stream(file, 0, file.bytes - 1)) crc = crc32(piece as Buffer, crc)
  return crc
}
