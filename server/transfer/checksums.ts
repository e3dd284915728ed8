import { crc32 } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { ContentStore, StoredContent } from '../files/content-store.ts'
import type { ExportEntry } from './plan.ts'

/** For so long one request reads files that its part of an archive lies behind, in milliseconds; the next one goes on. */
const READ_MS = 15_000

/** When a caller may ask again for an archive that is being prepared, in seconds. */
const AGAIN_SECONDS = 1

/** So many are written down at a time. */
const KEPT_AT_ONCE = 200

/**
 * The checksums of an archive's files. Those that an older version stored have none yet: they are read as they come, and
 * their checksums kept, so that an archive begins without any of them being read.
 */
export class Checksums {
  readonly #known = new Map<string, number>()
  #unkept: { sha256: string; crc32: number }[] = []

  constructor(
    private readonly db: Kysely<Database>,
    private readonly content: ContentStore,
    private readonly log: Logger,
  ) {}

  /** The unsigned CRC-32 of an entry. Rejects where its file is not what the store says it is. */
  async of({ name, crc32: given, content }: ExportEntry): Promise<number> {
    const crc = given ?? (content && this.#known.get(content.sha256))
    if (crc !== undefined) return crc
    if (!content) throw new Error(`The checksum of ${name} is not known.`)
    const read = await crcOf(this.content, content)
    this.#known.set(content.sha256, read)
    this.#unkept.push({ sha256: content.sha256, crc32: read })
    if (this.#unkept.length >= KEPT_AT_ONCE) await this.keep()
    return read
  }

  /**
   * Makes sure that those of some entries are known. Throws `UNAVAILABLE` where that takes longer than a caller should wait;
   * another try goes on from there.
   */
  async ready(entries: readonly ExportEntry[], readMs = READ_MS): Promise<void> {
    const until = performance.now() + readMs
    try {
      for (const entry of entries) {
        if (entry.crc32 === undefined && performance.now() > until)
          throw new Refusal('UNAVAILABLE', 'The export is being prepared. Try again.', undefined, AGAIN_SECONDS)
        await this.of(entry)
      }
    } finally {
      await this.keep()
    }
  }

  /** Writes down what was read. Where that fails, they are read again another time. */
  async keep(): Promise<void> {
    const rows = this.#unkept.splice(0)
    if (rows.length === 0) return
    // There is no unsigned type of 4 bytes.
    const signed = JSON.stringify(rows.map((row) => ({ ...row, crc32: row.crc32 | 0 })))
    await sql`update files set crc32 = read.crc32 from jsonb_to_recordset(${signed}::text::jsonb) as read (sha256 text, crc32 int)
      where files.sha256 = read.sha256`
      .execute(this.db)
      .catch((err: unknown) => this.log.error({ err }, 'the checksums of an export were not kept'))
  }
}

async function crcOf(content: ContentStore, file: StoredContent): Promise<number> {
  let [crc, left] = [0, file.bytes]
  if (file.bytes > 0)
    for await (const piece of await content.stream(file, 0, file.bytes - 1)) {
      crc = crc32(piece as Buffer, crc)
      left -= (piece as Buffer).length
    }
  if (left !== 0) throw new Error(`The stored file ${file.sha256} is not ${file.bytes} bytes long.`)
  return crc
}
