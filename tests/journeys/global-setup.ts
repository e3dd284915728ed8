import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningServer } from './support.ts'

/**
 * Fills one folder with the demo data before the first journey. Each server of the run starts with a copy of that folder, because
 * copying takes a third of the time of filling. A second folder has other data that the workers of a run share. Returns a
 * function that removes both folders.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls what this file exports by default
export default async function seedOnce(): Promise<() => void> {
  const run = mkdtempSync(join(tmpdir(), 'atelier-run-'))
  process.env['RUN_FOLDER'] = run
  const server = await RunningServer.create()
  await server.stop()
  process.env['SEEDED_FOLDER'] = server.folder
  return () => {
    for (const folder of [server.folder, run]) rmSync(folder, { recursive: true, force: true })
  }
}
