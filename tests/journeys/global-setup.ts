import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningServer } from './support.ts'

/**
 * Fills one folder with the demo data before the first journey. Each server of the run starts with a copy of that folder, because
 * copying takes a third of the time of filling. A second folder is for files that the workers of the run share. Returns a
 * function that removes both folders.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of this file
export default async function seedOnce(): Promise<() => void> {
  const runFolder = mkdtempSync(join(tmpdir(), 'atelier-run-'))
  process.env['RUN_FOLDER'] = runFolder
  const server = await RunningServer.create()
  await server.stop()
  process.env['SEEDED_FOLDER'] = server.folder
  return () => {
    for (const folder of [server.folder, runFolder]) rmSync(folder, { recursive: true, force: true })
  }
}
