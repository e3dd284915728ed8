import { rmSync } from 'node:fs'
import { RunningServer } from './support.ts'

/**
 * Fills one folder with the demo data before the first journey. Every server of the run begins with a copy of it, which
 * takes a third of the time that filling its own would. Gives what removes it.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls what this file exports by default
export default async function seedOnce(): Promise<() => void> {
  const server = await RunningServer.create()
  await server.stop()
  process.env['SEEDED_FOLDER'] = server.folder
  return () => rmSync(server.folder, { recursive: true, force: true })
}
