import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningServer } from './support.ts'

/**
 * Fills one folder with the demo data before the first journey. Every server of the run begins with a copy of it, which
 * takes a third of the time that filling its own would. What else the workers of a run make once lies in a folder beside
 * it. Gives what removes both.
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
