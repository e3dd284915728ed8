import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore, StoredContent } from './content-store.ts'
import { DiskContent } from './disk-content.ts'
import { type ArrivingUploads, type CheckHead, UploadStore } from './upload-store.ts'

/** Where files are kept: those on their way, and those that arrived whole. */
export interface Storage {
  readonly content: ContentStore
  readonly uploads: ArrivingUploads
  /** Moves a whole upload among the content; can be done again. Answers whether it is there now: false where it was lost. */
  settle(id: string, content: StoredContent): Promise<boolean>
}

/** Keeps files in two folders of this machine, making what is missing. */
export async function openDiskStorage(folder: string, checkHead: CheckHead): Promise<Storage> {
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'uploads'), { recursive: true, mode: 0o700 })
  const content = new DiskContent(join(folder, 'files'))
  const uploads = new UploadStore(join(folder, 'uploads'), checkHead)
  return { content, uploads, settle: (id, stored) => content.adopt(uploads.pathOf(id), stored) }
}
