import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  callAtRate,
  countByStatus,
  createLoadCaller,
  measureCpuContention,
  responsePercentileMs,
} from '../support/call-rate.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const LOAD_MS = isSoak ? 120_000 : 2_000
const BURSTS = isSoak ? 30 : 2

let folder: string
let server: ServerProcess
let headers: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-load-'))
  server = await startServer(folder, { LOG_LEVEL: 'fatal' })
  const response = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'developer@atelier.example', password: 'atelier-demo-1' }),
  })
  headers = { authorization: `Bearer ${(await response.json()).token}` }
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const LIST = '/v1/assets?limit=50&order=-createdAt'
/** Maximum response time of `/health` on a dedicated machine, in milliseconds. */
const HEALTH_MS = 250

const print = (line: string) => process.stdout.write(`${line}\n`)

test('serves or refuses each of 300 list requests a second, and responds to /health and /livez', async () => {
  const [crowdCaller, probe] = [createLoadCaller(server.url, 200), createLoadCaller(server.url, 4)]
  // Warms up compilation and connections, which this test does not measure.
  await callAtRate(50, 1000, () => crowdCaller.call(LIST, headers))
  const before = measureCpuContention()
  const [lists, health, live] = await Promise.all([
    callAtRate(300, LOAD_MS, () => crowdCaller.call(LIST, headers)),
    callAtRate(10, LOAD_MS, () => probe.call('/health')),
    callAtRate(5, LOAD_MS, () => probe.call('/livez')),
  ])
  const cpuContention = Math.max(before, measureCpuContention())
  crowdCaller.close()
  probe.close()
  const servedResponses = lists.filter(({ status }) => status === 200)
  print(
    `300 lists a second for ${LOAD_MS / 1000} s: ${JSON.stringify(countByStatus(lists))}; served p50 ${responsePercentileMs(servedResponses, 0.5)}, ` +
      `p99 ${responsePercentileMs(servedResponses, 0.99)} ms; /health p50 ${responsePercentileMs(health, 0.5)}, most ${responsePercentileMs(health, 1)} ms; ` +
      `/livez most ${responsePercentileMs(live, 1)} ms; CPU contention ${cpuContention.toFixed(1)}`,
  )
  expect(Object.keys(countByStatus(lists)).filter((status) => status !== '503')).toEqual(['200'])
  expect(Object.keys(countByStatus(health)).filter((status) => status !== '503')).toEqual(['200'])
  expect(countByStatus(live)).toEqual({ 200: live.length })
  // While other tests run, response times measure those tests rather than the server.
  if (!isSoak) return
  // On a machine with other load, only the median response time is checked.
  expect(responsePercentileMs(health, cpuContention < 1.2 ? 1 : 0.5)).toBeLessThan(HEALTH_MS * cpuContention)
  expect(responsePercentileMs(live, cpuContention < 1.2 ? 1 : 0.5)).toBeLessThan(HEALTH_MS * cpuContention)
  expect(countByStatus(health)[200]).toBeGreaterThan(cpuContention < 1.2 ? health.length - 1 : health.length / 2)
})

sampledTest(
  'refuses part of a burst of 900 requests with 503, and serves other IP addresses during the burst',
  async () => {
    const rss: number[] = []
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const [crowdCaller, other, probe] = [
        createLoadCaller(server.url, 900),
        createLoadCaller(server.url, 8, '127.0.0.2'),
        createLoadCaller(server.url, 1, '127.0.0.3'),
      ]
      const burstResponses = Promise.all(Array.from({ length: 900 }, () => crowdCaller.call(LIST, headers)))
      const [otherAddress, health] = await Promise.all([
        callAtRate(20, 1000, () => other.call('/v1/tags', headers)),
        callAtRate(20, 1000, () => probe.call('/health')),
      ])
      const responses = await burstResponses
      const refusedResponses = responses.filter(({ status }) => status === 503)
      print(
        `a burst of 900: ${JSON.stringify(countByStatus(responses))}, refusals within ${responsePercentileMs(refusedResponses, 1)} ms; another address ` +
          `${JSON.stringify(countByStatus(otherAddress))}, most ${responsePercentileMs(otherAddress, 1)} ms; /health most ${responsePercentileMs(health, 1)} ms`,
      )
      expect(Object.keys(countByStatus(responses)).sort()).toEqual(['200', '503'])
      expect(refusedResponses.length).toBeGreaterThan(300)
      for (const { retryAfter } of refusedResponses) expect(retryAfter).toMatch(/^[1-3]$/)
      // The burst does not block another address, unless the machine itself stalls.
      expect(countByStatus(otherAddress)[200] ?? 0).toBeGreaterThan(isSoak ? otherAddress.length / 4 : 0)
      expect(countByStatus(otherAddress)[0]).toBeUndefined()
      expect(countByStatus(health)[0]).toBeUndefined()
      for (const caller of [crowdCaller, other, probe]) caller.close()
      rss.push(await readResidentBytes(server.pid))
    }
    if (isSoak) {
      const settledRss = rss.slice(5)
      print(`resident after each burst: ${rss.map((bytes) => Math.round(bytes / 1e6)).join(', ')} MB`)
      expect(Math.max(...settledRss)).toBeLessThan(Math.min(...settledRss) * 1.25)
    }
  },
)

test('serves requests despite hundreds of silent connections', async () => {
  const silentSockets = Array.from({ length: isSoak ? 2000 : 400 }, (_, at) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    if (at % 2) socket.write('POST /v1/assets HTTP/1.1\r\nHost: h\r\nContent-Le')
    return socket
  })
  const honestClient = createLoadCaller(server.url, 8)
  const responses = await callAtRate(20, 1000, () => honestClient.call(LIST, headers))
  // A stalled server may refuse later requests with 503. Starved requests would get no response.
  const unserved = responses.filter(({ status }) => status !== 200 && (isSoak || status !== 503))
  expect([countByStatus(unserved), responses.length > unserved.length]).toEqual([{}, true])
  honestClient.close()
  for (const socket of silentSockets) socket.destroy()
})

/** Returns the resident memory of a process, in bytes. */
async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}
