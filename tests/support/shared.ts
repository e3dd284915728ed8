import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the team's test data lie, beside the repository; `SHARED_DIR` names another place. */
const SHARED = resolve(process.env.SHARED_DIR ?? join(import.meta.dirname, '../../../shared'))

/** A folder of the shared test data, or undefined where it is absent: its tests are skipped then. */
export function sharedFolder(path: string): string | undefined {
  const folder = join(SHARED, path)
  return existsSync(folder) ? folder : undefined
}
