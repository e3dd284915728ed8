import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutageLog } from '../db/outage-log.ts'
import { FileStoreUnavailableError, withOutageReport } from '../errors/file-store-errors.ts'
import { STORE_MARK_NAME } from './store-mark.ts'

/**
 * Folders of a disk store. All files of an unmounted folder seem to be deleted. Therefore a file counts as missing only while the
 * folders exist. If the mark file existed before, the mark file must exist too.
 */
export class DiskFolders {
  readonly files: string
  readonly uploads: string
  isMarked = false

  constructor(
    folder: string,
    private readonly outage?: OutageLog,
  ) {
    this.files = join(folder, 'files')
    this.uploads = join(folder, 'uploads')
  }

  /** Runs work on the disk. Rejects with `FileStoreUnavailableError` if the disk fails or the folders are not mounted. */
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

  /** Throws `FileStoreUnavailableError` if the folders are not mounted. */
  async assertMounted(): Promise<void> {
    for (const path of [this.isMarked ? join(this.files, STORE_MARK_NAME) : this.files, this.uploads])
      if (!(await stat(path).catch(ignoreAbsentPath))) {
        const error = new FileStoreUnavailableError(`The file store is unreachable: ${path} is missing.`)
        this.outage?.reportFailure(error)
        throw error
      }
  }
}

export function ignoreAbsentPath(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error
}
