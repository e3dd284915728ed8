import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutageLog } from '../db/outage-log.ts'
import { FileStoreUnavailableError, withOutageReport } from '../errors/file-store-errors.ts'
import { STORE_MARK_NAME } from './store-mark.ts'

/**
 * Folders of a disk store. In an unmounted folder all files seem deleted. A file counts as missing only while the folders exist,
 * and the mark too if it was seen before.
 */
export class DiskFolders {
  readonly files: string
  readonly uploads: string
  /** Whether the mark was read or written before. */
  isMarked = false

  constructor(
    folder: string,
    private readonly outage?: OutageLog,
  ) {
    this.files = join(folder, 'files')
    this.uploads = join(folder, 'uploads')
  }

  /** Runs work on the disk. Rejects with `FileStoreUnavailableError` where the disk fails or the folders are not mounted. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return withOutageReport(this.outage, async () => {
      try {
        return await work()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') await this.assertMounted()
        throw error
      }
    })
  }

  /** Throws `FileStoreUnavailableError` where the folders are not mounted. */
  async assertMounted(): Promise<void> {
    for (const path of [this.isMarked ? join(this.files, STORE_MARK_NAME) : this.files, this.uploads])
      if (!(await stat(path).catch(ignoreAbsentPath))) {
        const error = new FileStoreUnavailableError(`The file store is unreachable: ${path} is missing.`)
        this.outage?.reportFailure(error)
        throw error
      }
  }
}

/** Swallows errors that say a file does not exist and rethrows every other error. */
export function ignoreAbsentPath(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error
}
