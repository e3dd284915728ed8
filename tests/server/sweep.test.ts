import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepCaughtUp } from '../../server/auth/revocations.ts'
import { DatabaseAway } from '../../server/db/faults.ts'
import { keepSwept } from '../../server/sweep.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** What two things that work by themselves say while each statement ends so. */
async function saidWhile(fault: Error): Promise<string[]> {
  const said: string[] = []
  let asked = 0
  const log = pino({}, { write: (line) => void said.push(JSON.parse(line).msg) })
  const db = new Proxy(server.deps.db, {
    get: () => {
      asked += 1
      throw fault
    },
  })
  const files = Object.assign(Object.create(server.deps.files), { sweep: () => Promise.reject(fault) })
  const revocations = { ...server.deps.revocations, catchUp: async () => void db.fn }
  const stopSweeping = keepSwept({ ...server.deps, db, files, log })
  const stopReading = keepCaughtUp(revocations, { log, everyMs: 5 })
  await vi.waitFor(() => expect(asked).toBeGreaterThan(4))
  stopSweeping()
  await stopReading()
  return said.sort()
}

test('work that goes on by itself says nothing of an outage, which is told once, and all of its own faults', async () => {
  expect(await saidWhile(new DatabaseAway('nobody answers'))).toEqual([])
  expect(await saidWhile(new Error('a fault of ours'))).toEqual([
    'revoked sessions cannot be read',
    'sweep failed',
    'sweep failed',
    'sweep failed',
  ])
})
