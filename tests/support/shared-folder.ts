import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folder of the team's test data: `SHARED_DIR`, by default next to the repository. */
const SHARED = resolve(process.env.SHARED_DIR ?? join(import.meta.dirname, '../../../shared'))

/** Returns a folder of the shared test data, or undefined for a missing folder. Tests that need a missing folder are skipped. */
export function findSharedFolder(path: string): string | undefined {
  const folder = join(SHARED, path)
  return existsSync(folder) ? folder : undefined
}
