import { mkdir } from 'node:fs/promises'
import type { OutageLog } from '../db/outage-log.ts'
import type { ContentStore, StoredContent } from './content-store.ts'
import { DiskContent } from './disk-content.ts'
import { DiskFolders } from './disk-folders.ts'
import { type CheckFirstBytes, DiskUploads, type UploadDataStore } from './upload-store.ts'

export interface FileStorage {
  readonly content: ContentStore
  readonly uploads: UploadDataStore
  /** Moves a complete upload into the content store. Can be repeated after a crash. Returns false if the upload was lost. */
  moveToContent(id: string, content: StoredContent): Promise<boolean>
}

export async function openDiskStorage(
  folder: string,
  checkHead: CheckFirstBytes,
  outage?: OutageLog,
): Promise<FileStorage> {
  const folders = new DiskFolders(folder, outage)
  await mkdir(folders.files, { recursive: true, mode: 0o700 })
  await mkdir(folders.uploads, { recursive: true, mode: 0o700 })
  const content = new DiskContent(folders)
  const uploads = new DiskUploads(folders, checkHead)
  return { content, uploads, moveToContent: (id, stored) => content.adopt(uploads.pathOf(id), stored) }
}
