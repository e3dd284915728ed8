/**
 * The asset list beside react-admin and Refine at their defaults, over 10,000 assets each, in one run on one machine:
 * `npx tsx bench/list/beside.ts [runs] [scenarios]`, after `npm run build`; 3 runs of load, mobile, sort, page, search, rows1000 (of who has a page of so many) and infinite unless
 * it is told otherwise. The peers are installed and built in a folder of the temporary ones, once, and are no part of the
 * product. Targets take turns and another one goes first in each round; the table has medians, the lowest and the highest,
 * and our ratio to the better of the others. "main-thread CPU" is time of the thread: of all times other work on the machine
 * changes it least.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../server/db/open.ts'
import { RunningServer } from '../../tests/journeys/support.ts'
import { haveChromium } from '../../tests/support/chromium.ts'
import { keepSamples } from '../samples.ts'
import { fillStore } from './store.ts'

const [runs = '3', scenarios = 'load,mobile,sort,page,search,rows1000,infinite'] = process.argv.slice(2)
const here = join(import.meta.dirname, 'peers')
const folder = join(tmpdir(), 'atelier-bench-peers')
const node = (script: string, ...given: string[]) =>
  execFileSync(process.execPath, [join(here, script), ...given], { stdio: 'inherit' })

const targets = join(folder, 'targets')
if (!existsSync(join(targets, 'refine-headless', 'dist'))) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(here, 'targets'), targets, { recursive: true })
  node('build.mjs', folder)
}
console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`)
const server = await RunningServer.create()
try {
  await server.stop()
  await fillStore(`${server.folder}/db`, 10_000)
  await nameLikePeers(`${server.folder}/db`)
  await server.start()
  const ours = JSON.parse(readFileSync(join(here, 'targets', 'ours.json'), 'utf8'))
  const file = join(folder, 'ours.json')
  writeFileSync(file, JSON.stringify({ ...ours, url: server.url }))
  node('run.mjs', '--root', folder, '--file', file, '--runs', runs, '--only', scenarios, '--chromium', haveChromium())
  const results = JSON.parse(readFileSync(join(folder, 'results', 'latest.json'), 'utf8')) as {
    samples: { target: string; metric: string; value: number }[]
  }
  keepSamples(results.samples.map(({ target, metric, value }) => ({ what: metric, who: target, value })))
} finally {
  await server.remove()
}

/** Names every asset as the peers' are named: the pages are watched for rows with such a name, and one is searched for. */
async function nameLikePeers(store: string): Promise<void> {
  const { makeAssets } = (await import(join(here, 'server.mjs'))) as { makeAssets(count: number): { name: string }[] }
  const names = makeAssets(10_000).map(({ name }) => name)
  const db = await openStore({ folder: store })
  await sql`update assets set name = named.name, name_key = named.name
    from (select id, row_number() over (order by created_at, id) as place from assets) one
      join unnest(${names}::text[]) with ordinality as named (name, place) using (place)
    where one.id = assets.id`.execute(db)
  await db.destroy()
}
