/**
 * What the server's own process works for a call: `npx tsx bench/server.ts [calls]`, after `npm run build`, over PGlite and,
 * where this machine has one, over PostgreSQL. Of each call: CPU time of all the server's threads (Linux tells it), which
 * other work on the machine hardly changes; then one after the other and eight at a time the calls a second and the slowest
 * of a hundred, in turns with a server that only hands out the same bytes from memory. Also how long a start takes, and what
 * memory the process holds at rest and a moment after the work.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { RunningServer } from '../tests/journeys/support.ts'
import { noPostgres, TestPostgres } from '../tests/support/postgres.ts'
import { type BareAnswer, startBareServer } from './bare-server.ts'
import { SERVER_GOALS } from './goals.ts'
import { keepSamples, type Sample, tableOf } from './samples.ts'
import { tokenOf } from './token-of.ts'

const CALLS = Number(process.argv[2] ?? 500)
const AT_ONCE = 8
const BARE = 'bare node:http'

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

/** Rounds of calls: ours and the bare server take turns in each. */
const ROUNDS = 3
const samples: Sample[] = []

async function measure(who: string): Promise<void> {
  const tell = (what: string, value: number, whose = who) => samples.push({ what, who: whose, value })
  const fresh = performance.now()
  const server = await RunningServer.create()
  try {
    tell('start of a fresh store, s', (performance.now() - fresh) / 1000)
    await server.stop()
    const seeded = performance.now()
    await server.start()
    tell('start of a seeded store, s', (performance.now() - seeded) / 1000)
    tell('memory at rest, MB', memoryOf(server.pid))
    const token = await tokenOf(server)
    const page = await (await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
    const bearer = { authorization: `Bearer ${token}` }
    const asked: [what: string, path: string, headers: Record<string, string>][] = [
      ['/health', '/health', {}],
      ['a script, packed', script, { 'accept-encoding': 'br' }],
      ['the page', '/', { accept: 'text/html' }],
      ['list of ten', '/v1/assets?page=1&limit=10&order=-updatedAt', bearer],
    ]
    const answers = asked.map(
      async ([, path, headers]) => [path, await answerOf(`${server.url}${path}`, headers)] as const,
    )
    const bare = await startBareServer(new Map(await Promise.all(answers)))
    const sides = [
      { whose: who, ...{ url: server.url, pid: server.pid } },
      { whose: BARE, ...bare },
    ]
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, path, headers] of asked)
        for (const { whose, url, pid } of sides) {
          if (round === 0) await run(`${url}${path}`, headers, Math.min(CALLS, 200), 1)
          const before = workOf(pid)
          const alone = await run(`${url}${path}`, headers, CALLS, 1)
          tell(`${what}: CPU of a call, ms`, (workOf(pid) - before) / CALLS, whose)
          tell(`${what}: one at a time, median, ms`, alone.p50, whose)
          const many = await run(`${url}${path}`, headers, CALLS, AT_ONCE)
          tell(`${what}: ${AT_ONCE} at a time, 99 of 100 within, ms`, many.p99, whose)
          tell(`${what}: ${AT_ONCE} at a time, calls a second`, many.rate, whose)
        }
    await bare.stop()
    tell('memory after it, MB', memoryOf(server.pid))
    await pause(10_000)
    tell('memory ten seconds later, MB', memoryOf(server.pid))
  } finally {
    await server.remove()
  }
}

/** What is answered, for a bare server to answer the same. */
async function answerOf(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject)
  })
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, date: ____, ...kept } = answer.headers
  const body = await buffer(answer)
  return { headers: { ...(kept as Record<string, string>), 'content-length': String(body.length) }, body }
}

console.log(
  `load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores; ${CALLS} calls of each, ${ROUNDS} times`,
)
await measure('PGlite')
if (!noPostgres && !process.env.DATABASE_URL) {
  const postgres = await TestPostgres.create()
  process.env.DATABASE_URL = postgres.url
  await measure('PostgreSQL').finally(() => postgres.remove())
}
keepSamples(samples)
console.log(tableOf(samples, (who) => who !== BARE, SERVER_GOALS))
