/**
 * What the server's own process works for a call: `npx tsx bench/server.ts [calls]`, after `npm run build`, over PGlite and,
 * where this machine has one, over PostgreSQL. Of each call: CPU time of all the server's threads (Linux tells it), which
 * other work on the machine hardly changes; then one after the other and eight at a time the calls a second and the slowest
 * of a hundred. Also how long a start takes, and what memory the process holds at rest and a moment after the work.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN, PASSWORD, RunningServer } from '../tests/journeys/support.ts'
import { noPostgres, TestPostgres } from '../tests/support/postgres.ts'

const CALLS = Number(process.argv[2] ?? 500)
const AT_ONCE = 8

/** CPU time of all threads of a process so far, in milliseconds. */
const workOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(ran) / 1e6
  }, 0)

/** What a process holds in memory, in MB. */
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Asks once and reads the answer to its end; gives back how long that took in milliseconds. */
function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - begun))
    }).once('error', reject)
  })
}

/** Asks `calls` times, `atOnce` at a time. */
async function run(url: string, headers: Record<string, string>, calls: number, atOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const took: number[] = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = 0; at < calls / atOnce; at += 1) took.push(await ask(url, headers, agent))
    }),
  )
  agent.destroy()
  const [p50, p99] = [0.5, 0.99].map((part) => took.toSorted((a, b) => a - b)[Math.floor(took.length * part)]!)
  return { rate: (1000 * took.length) / (performance.now() - begun), p50: p50!, p99: p99! }
}

const columns: [name: string, rows: Map<string, string>][] = []

async function measure(name: string): Promise<void> {
  const rows = new Map<string, string>()
  columns.push([name, rows])
  const fresh = performance.now()
  const server = await RunningServer.create()
  try {
    rows.set('start of a fresh store, s', ((performance.now() - fresh) / 1000).toFixed(1))
    await server.stop()
    const seeded = performance.now()
    await server.start()
    rows.set('start of a seeded store, s', ((performance.now() - seeded) / 1000).toFixed(1))
    rows.set('memory at rest, MB', memoryOf(server.pid).toFixed(0))
    const login = await fetch(`${server.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN, password: PASSWORD }),
    })
    const { token } = (await login.json()) as { token: string }
    const page = await (await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
    const bearer = { authorization: `Bearer ${token}` }
    const asked: [what: string, path: string, headers: Record<string, string>][] = [
      ['/health', '/health', {}],
      ['a script, packed', script, { 'accept-encoding': 'br' }],
      ['the page', '/', { accept: 'text/html' }],
      ['list of ten', '/v1/assets?page=1&limit=10&order=-updatedAt', bearer],
    ]
    for (const [what, path, headers] of asked) {
      const url = `${server.url}${path}`
      await run(url, headers, Math.min(CALLS, 200), 1)
      const before = workOf(server.pid)
      const alone = await run(url, headers, CALLS, 1)
      rows.set(`${what}: CPU of a call, ms`, ((workOf(server.pid) - before) / CALLS).toFixed(2))
      rows.set(`${what}: one at a time, median, ms`, alone.p50.toFixed(1))
      const many = await run(url, headers, CALLS, AT_ONCE)
      rows.set(`${what}: ${AT_ONCE} at a time, calls a second`, many.rate.toFixed(0))
      rows.set(`${what}: ${AT_ONCE} at a time, 99 of 100 within, ms`, many.p99.toFixed(0))
    }
    rows.set('memory after it, MB', memoryOf(server.pid).toFixed(0))
    await pause(10_000)
    rows.set('memory ten seconds later, MB', memoryOf(server.pid).toFixed(0))
  } finally {
    await server.remove()
  }
}

console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores; ${CALLS} calls of each`)
await measure('PGlite')
if (!noPostgres && !process.env.DATABASE_URL) {
  const postgres = await TestPostgres.create()
  process.env.DATABASE_URL = postgres.url
  await measure('PostgreSQL').finally(() => postgres.remove())
}
console.log(''.padEnd(48), ...columns.map(([name]) => name.padStart(12)))
for (const what of columns[0]![1].keys())
  console.log(what.padEnd(48), ...columns.map(([, rows]) => (rows.get(what) ?? '').padStart(12)))
