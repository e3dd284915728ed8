/**
 * Measures the server's CPU time per call: `npx tsx bench/server.ts [calls]`, after `npm run build`, over PGlite and, if
 * available on this machine, PostgreSQL. Prints for each call the CPU time of all the server's threads (Linux only), which other
 * load hardly affects. Also prints calls per second and the 99th percentile, sequentially and with eight in parallel. These calls
 * alternate with calls to a bare server that returns the same bytes from memory. Start time and memory, idle and after the work,
 * are measured too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { RunningServer } from '../tests/journeys/support.ts'
import { postgresSkipReason, TestPostgres } from '../tests/support/postgres.ts'
import { fetchAdminToken } from './admin-token.ts'
import { type BareResponse, startBareServer } from './bare-server.ts'
import { SERVER_GOALS } from './goals.ts'
import { formatTable, type Sample, saveSamples } from './samples.ts'

const CALLS = Number(process.argv[2] ?? 500)
const CONCURRENCY = 8
const BARE = 'bare node:http'

/** Returns the CPU time of all threads of a process so far, in milliseconds. */
const cpuMs = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [cpuNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(cpuNs) / 1e6
  }, 0)

const memoryMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Sends a request and reads the whole response; returns the duration in milliseconds. */
function timeRequest(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - start))
    }).once('error', reject)
  })
}

async function timeRequests(url: string, headers: Record<string, string>, calls: number, atOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const durations: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = 0; index < calls / atOnce; index += 1) durations.push(await timeRequest(url, headers, agent))
    }),
  )
  agent.destroy()
  const [p50, p99] = [0.5, 0.99].map(
    (quantile) => durations.toSorted((a, b) => a - b)[Math.floor(durations.length * quantile)]!,
  )
  return { rate: (1000 * durations.length) / (performance.now() - start), p50: p50!, p99: p99! }
}

/** Number of rounds of calls. In each round, our server and the bare server alternate. */
const ROUNDS = 3
const samples: Sample[] = []

async function measure(target: string): Promise<void> {
  const addSample = (metric: string, value: number, sampleTarget = target) =>
    samples.push({ metric, target: sampleTarget, value })
  const createStart = performance.now()
  const server = await RunningServer.create()
  try {
    addSample('start of a fresh store, s', (performance.now() - createStart) / 1000)
    await server.stop()
    const restartStart = performance.now()
    await server.start()
    addSample('start of a seeded store, s', (performance.now() - restartStart) / 1000)
    addSample('memory at rest, MB', memoryMb(server.pid))
    const token = await fetchAdminToken(server)
    const page = await (await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
    const bearer = { authorization: `Bearer ${token}` }
    const requests: [what: string, path: string, headers: Record<string, string>][] = [
      ['/health', '/health', {}],
      ['a script, packed', script, { 'accept-encoding': 'br' }],
      ['the page', '/', { accept: 'text/html' }],
      ['list of ten', '/v1/assets?page=1&limit=10&order=-updatedAt', bearer],
    ]
    const responses = requests.map(
      async ([, path, headers]) => [path, await captureResponse(`${server.url}${path}`, headers)] as const,
    )
    const bareServer = await startBareServer(new Map(await Promise.all(responses)))
    const servers = [
      { whose: target, ...{ url: server.url, pid: server.pid } },
      { whose: BARE, ...bareServer },
    ]
    for (let round = 0; round < ROUNDS; round++)
      for (const [metric, path, headers] of requests)
        for (const { whose: sampleTarget, url, pid } of servers) {
          if (round === 0) await timeRequests(`${url}${path}`, headers, Math.min(CALLS, 200), 1)
          const before = cpuMs(pid)
          const sequential = await timeRequests(`${url}${path}`, headers, CALLS, 1)
          addSample(`${metric}: CPU of a call, ms`, (cpuMs(pid) - before) / CALLS, sampleTarget)
          addSample(`${metric}: one at a time, median, ms`, sequential.p50, sampleTarget)
          const concurrent = await timeRequests(`${url}${path}`, headers, CALLS, CONCURRENCY)
          addSample(`${metric}: ${CONCURRENCY} at a time, 99 of 100 within, ms`, concurrent.p99, sampleTarget)
          addSample(`${metric}: ${CONCURRENCY} at a time, calls a second`, concurrent.rate, sampleTarget)
        }
    await bareServer.stop()
    addSample('memory after it, MB', memoryMb(server.pid))
    await pause(10_000)
    addSample('memory ten seconds later, MB', memoryMb(server.pid))
  } finally {
    await server.remove()
  }
}

async function captureResponse(url: string, headers: Record<string, string>): Promise<BareResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject)
  })
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, date: ____, ...otherHeaders } = response.headers
  const body = await buffer(response)
  return { headers: { ...(otherHeaders as Record<string, string>), 'content-length': String(body.length) }, body }
}

console.log(
  `load of this machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores; ${CALLS} calls of each, ${ROUNDS} times`,
)
await measure('PGlite')
if (!postgresSkipReason && !process.env.DATABASE_URL) {
  const postgres = await TestPostgres.create()
  process.env.DATABASE_URL = postgres.url
  await measure('PostgreSQL').finally(() => postgres.remove())
}
saveSamples(samples)
console.log(formatTable(samples, (target) => target !== BARE, SERVER_GOALS))
