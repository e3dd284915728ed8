import { crc32 } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import { toFileStoreError } from '../errors/file-store-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ContentStore, StoredContent } from '../files/content-store.ts'
import type { ExportEntry } from './plan-export.ts'

/** Time that one request may spend reading files for their checksums. */
const READ_BUDGET_MS = 15_000

const RETRY_AFTER_SECONDS = 1

const SAVE_BATCH = 200

/**
 * Checksums of an archive's files. Files stored by older versions of the server have no checksums. Missing checksums are computed
 * when needed, and saved.
 */
export class ArchiveChecksums {
  readonly #checksums = new Map<string, number>()
  #unsaved: { sha256: string; crc32: number }[] = []

  constructor(
    private readonly db: Kysely<Database>,
    private readonly content: ContentStore,
    private readonly log: Logger,
  ) {}

  /** Returns the unsigned CRC-32 of an entry. Rejects if the stored file does not have the described length. */
  async computeCrc32({ name, crc32: storedCrc, content }: ExportEntry): Promise<number> {
    const crc = storedCrc ?? (content && this.#checksums.get(content.sha256))
    if (crc !== undefined) return crc
    if (!content) throw new Error(`The checksum of ${name} is not known.`)
    const read = await computeCrc(this.content, content)
    this.#checksums.set(content.sha256, read)
    this.#unsaved.push({ sha256: content.sha256, crc32: read })
    if (this.#unsaved.length >= SAVE_BATCH) await this.save()
    return read
  }

  /**
   * Computes missing checksums of entries. Throws `UNAVAILABLE` if the computation exceeds `readMs` milliseconds; a retry
   * continues.
   */
  async prepare(entries: readonly ExportEntry[], readMs = READ_BUDGET_MS): Promise<void> {
    const until = performance.now() + readMs
    try {
      for (const entry of entries) {
        if (entry.crc32 === undefined && performance.now() > until)
          throw new HttpError('UNAVAILABLE', 'The export is being prepared. Try again.', undefined, RETRY_AFTER_SECONDS)
        await this.computeCrc32(entry)
      }
    } finally {
      await this.save()
    }
  }

  async save(): Promise<void> {
    const rows = this.#unsaved.splice(0)
    if (rows.length === 0) return
    // The column is a signed 4-byte integer, because PostgreSQL has no unsigned type.
    const signed = JSON.stringify(rows.map((row) => ({ ...row, crc32: row.crc32 | 0 })))
    await sql`update files set crc32 = read.crc32 from jsonb_to_recordset(${signed}::text::jsonb) as read (sha256 text, crc32 int)
      where files.sha256 = read.sha256`
      .execute(this.db)
      .catch((err: unknown) => this.log.error({ err }, 'the checksums of an export were not saved'))
  }
}

async function computeCrc(content: ContentStore, file: StoredContent): Promise<number> {
  let [crc, remaining] = [0, file.bytes]
  if (file.bytes > 0)
    try {
      for await (const piece of await content.stream(file, 0, file.bytes - 1)) {
        crc = crc32(piece as Buffer, crc)
        remaining -= (piece as Buffer).length
      }
    } catch (error) {
      throw toFileStoreError(error)
    }
  if (remaining !== 0) throw new Error(`The stored file ${file.sha256} is not ${file.bytes} bytes long.`)
  return crc
}
