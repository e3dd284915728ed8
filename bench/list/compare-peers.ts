/**
 * Compares the asset list with react-admin and Refine at their defaults, over 10,000 assets each, in one run: `npx tsx
 * bench/list/compare-peers.ts [runs] [scenarios]`, after `npm run build`. Default: 3 runs of load, mobile, sort, page, search,
 * rows1000 (a page of 1,000 rows) and infinite. The peers are installed and built once in a temporary folder, and are no part of
 * the product. Targets alternate, and each round starts with another target. The table has medians, minimum, maximum, and our
 * ratio to the better peer. "main-thread CPU" is thread time, the figure least affected by other load.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectToDatabase } from '../../server/db/connect-to-database.ts'
import { RunningServer } from '../../tests/journeys/support.ts'
import { ensureChromium } from '../../tests/support/chromium.ts'
import { saveSamples } from '../samples.ts'
import { fillStore } from './fill-store.ts'

const [runs = '3', scenarios = 'load,mobile,sort,page,search,rows1000,infinite'] = process.argv.slice(2)
const peersFolder = join(import.meta.dirname, 'peers')
const folder = join(tmpdir(), 'atelier-bench-peers')
const runScript = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(peersFolder, script), ...args], { stdio: 'inherit' })

const targets = join(folder, 'targets')
if (!existsSync(join(targets, 'refine-headless', 'dist'))) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(peersFolder, 'targets'), targets, { recursive: true })
  runScript('build.mjs', folder)
}
console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`)
const server = await RunningServer.create()
try {
  await server.stop()
  await fillStore(`${server.folder}/db`, 10_000)
  await renameLikePeers(`${server.folder}/db`)
  await server.start()
  const ours = JSON.parse(readFileSync(join(peersFolder, 'targets', 'ours.json'), 'utf8'))
  const file = join(folder, 'ours.json')
  writeFileSync(file, JSON.stringify({ ...ours, url: server.url }))
  runScript(
    'run.mjs',
    '--root',
    folder,
    '--file',
    file,
    '--runs',
    runs,
    '--only',
    scenarios,
    '--chromium',
    ensureChromium(),
  )
  const results = JSON.parse(readFileSync(join(folder, 'results', 'latest.json'), 'utf8')) as {
    samples: { target: string; metric: string; value: number }[]
  }
  saveSamples(results.samples.map(({ target, metric, value }) => ({ metric, target, value })))
} finally {
  await server.remove()
}

/**
 * Gives every asset a name like those of the peers' assets: the benchmark waits for rows with such a name and searches for one.
 */
async function renameLikePeers(store: string): Promise<void> {
  const { makeAssets } = (await import(join(peersFolder, 'server.mjs'))) as {
    makeAssets(count: number): { name: string }[]
  }
  const names = makeAssets(10_000).map(({ name }) => name)
  const db = await connectToDatabase({ folder: store })
  await sql`update assets set name = named.name, name_key = named.name
    from (select id, row_number() over (order by created_at, id) as place from assets) one
      join unnest(${names}::text[]) with ordinality as named (name, place) using (place)
    where one.id = assets.id`.execute(db)
  await db.destroy()
}
