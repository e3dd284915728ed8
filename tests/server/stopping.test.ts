import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTinyGlb } from '../support/glb.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const SLOW = 600_000

/** Options of a request on its own connection. The server may close a reused connection just when the request is sent. */
const CLOSE = { headers: { connection: 'close' } }

/** Number of events per change: one for each version of the event key. */
const EVENTS = 2

let folder: string
const started: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-stopping-'))
})
afterAll(async () => {
  for (const server of started) await server.kill()
  await rm(folder, { recursive: true, force: true })
})

async function start(...args: Parameters<typeof startServer>): Promise<ServerProcess> {
  const server = await startServer(...args)
  started.push(server)
  return server
}

/** Sends the head of a request and the first bytes of its body; resolves once the server has read the bytes. */
async function begin({ url, port }: ServerProcess, head: string, bytes: string | Uint8Array) {
  const socket = connect(port, 'localhost')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => (received += chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`${head}\r\n\r\n`)
  await new Promise((resolve) => socket.write(bytes, resolve))
  await fetch(`${url}/livez`, CLOSE)
  return {
    async finish(rest: string) {
      socket.write(rest)
      await closed
      return received
    },
    closed,
  }
}

const json = (method: string, url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** Opens the event stream, optionally after the event `after`. Collects events until the server ends the stream. */
async function listenTo({ url }: ServerProcess, token: string, after?: string) {
  const response = await fetch(`${url}/v1/events`, {
    headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
  })
  let received = ''
  const ended = (async () => {
    for await (const chunk of response.body!) received += Buffer.from(chunk)
  })().catch(() => {})
  return {
    ended,
    ids: () => [...received.matchAll(/^id: ?(.+)$/gm)].map(([, id]) => id!),
    about: (id: string) => received.split('\n').filter((line) => line.startsWith('data:') && line.includes(id)).length,
  }
}

describe('a server that receives a stop signal', () => {
  test(
    'with its process group, as by Ctrl+C on npm start, finishes the running request and exits with 0',
    async () => {
      const server = await start(join(folder, 'group'), { SEED_DEMO: '0' }, ['--api'], { isGroup: true })
      const signedUp = await json('POST', `${server.url}/v1/auth/signup`, {}, CLOSE.headers)
      const { token } = (await signedUp.json()) as { token: string }
      const stream = await listenTo(server, token)
      const body = JSON.stringify({ email: 'nobody@house.example', password: 'not the password' })
      const head = [
        'POST /v1/auth/login HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]
      const call = await begin(server, head.join('\r\n'), body.slice(0, 9))
      server.signal('SIGTERM')
      await vi.waitFor(() => expect(server.log()).toContain('Stopping: finishing 2 calls.'), SLOW)
      const refused = await fetch(`${server.url}/v1/assets`, CLOSE)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await call.finish(body.slice(9))).toMatch(/^HTTP\/1\.1 401 [\s\S]*WRONG_CREDENTIALS/)
      await stream.ended
      expect(await server.exited).toBe(0)
    },
    SLOW,
  )

  test(
    'serves calls but reports not ready while draining, ignores a second signal, and exits at a third',
    async () => {
      const server = await start(join(folder, 'drain'), { SEED_DEMO: '0', DRAIN_SECONDS: '600' })
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`, CLOSE)).status).toBe(200), SLOW)
      server.signal('SIGTERM')
      await vi.waitFor(() => expect(server.log()).toContain('Stopping: '), SLOW)
      const served = async () => {
        const ready = await fetch(`${server.url}/readyz`, CLOSE)
        expect([ready.status, await ready.json()]).toMatchObject([
          503,
          { error: { message: expect.stringContaining('draining') }, checks: { server: 'failing' } },
        ])
        expect((await fetch(`${server.url}/livez`, CLOSE)).status).toBe(200)
        const signedUp = await json('POST', `${server.url}/v1/auth/signup`, {})
        expect([signedUp.status, signedUp.headers.get('connection')]).toEqual([201, 'close'])
      }
      await served()
      // Signals in quick succession count as one, so this repeats the signal until the server counts a second one.
      await vi.waitFor(
        () => {
          server.signal('SIGTERM')
          expect(server.log()).toContain('Still stopping: ')
        },
        { timeout: SLOW, interval: 100 },
      )
      await served()
      let hasExited = false
      void server.exited.then(() => (hasExited = true))
      await vi.waitFor(
        () => {
          if (!hasExited) server.signal('SIGINT')
          expect(hasExited).toBe(true)
        },
        { timeout: SLOW, interval: 100 },
      )
      expect(await server.exited).toBe(1)
      expect(server.log()).toContain('Exiting immediately')
    },
    SLOW,
  )

  test(
    'loses no event for a reader that reconnects, and no received byte of an upload that it interrupts',
    async () => {
      const data = join(folder, 'whole')
      const before = await start(data, { DRAIN_SECONDS: '20' })
      const account = { email: 'admin@atelier.example', password: 'atelier-demo-1' }
      const signedIn = await json('POST', `${before.url}/v1/auth/login`, account)
      const { token } = (await signedIn.json()) as { token: string }
      const own = { authorization: `Bearer ${token}` }
      const list = await fetch(`${before.url}/v1/assets?limit=2`, { headers: own })
      const [first, second] = ((await list.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
      const rename = (id: string) => json('PATCH', `${before.url}/v1/assets/${id}`, { name: 'Renamed' }, own)
      const stream = await listenTo(before, token)
      expect((await rename(first!)).status).toBe(200)
      await vi.waitFor(() => expect(stream.about(first!)).toBe(EVENTS), SLOW)

      const model = buildTinyGlb({ pad: 4000 })
      const tus = { ...own, 'tus-resumable': '1.0.0' }
      const created = await fetch(`${before.url}/files`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': `${model.length}`, 'upload-metadata': `kind ${btoa('glb')}` },
      })
      const path = created.headers.get('location')!
      const head = [`PATCH ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${model.length}`, 'Upload-Offset: 0']
      const more = ['Content-Type: application/offset+octet-stream']
      const fields = Object.entries(tus).map(([name, value]) => `${name}: ${value}`)
      const upload = await begin(before, [...head, ...more, ...fields].join('\r\n'), model.subarray(0, 1500))

      before.signal('SIGTERM')
      await vi.waitFor(() => expect(before.log()).toContain('Stopping: '), SLOW)
      expect((await rename(second!)).status).toBe(200)
      await Promise.all([stream.ended, upload.closed])
      expect(await before.exited).toBe(0)

      const after = await start(data)
      const again = await listenTo(after, token, stream.ids().at(-1))
      await vi.waitFor(() => expect(stream.about(second!) + again.about(second!)).toBe(EVENTS), SLOW)
      const resumed = await fetch(`${after.url}${path}`, { method: 'HEAD', headers: tus })
      expect([resumed.status, resumed.headers.get('upload-offset')]).toEqual([200, '1500'])
    },
    SLOW,
  )
})
