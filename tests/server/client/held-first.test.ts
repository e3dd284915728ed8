import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer as createApp } from '../../../server/app.ts'
import { ClientFiles } from '../../../server/client/client-files.ts'
import { heldFirst } from '../../../server/client/held-first.ts'
import { listenerOf } from '../../../server/http/listener.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

const SCRIPT = `console.log(${JSON.stringify('words '.repeat(500))})`
const NAME = '/assets/index-Ab_3-9xZ.js'
const HTTPS = { 'x-forwarded-proto': 'https' }
let folder: string
let app: TestServer
let server: Server
let asked: string[] = []
let lines: { path: string; id: string; method: string; status: number; ms: number }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-held-'))
  await mkdir(join(folder, 'app', 'assets'), { recursive: true })
  await writeFile(join(folder, 'app', 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  await writeFile(join(folder, 'app', 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'app', 'assets', 'font-Ab_3-9xZ.woff2'), 'font')
  await writeFile(join(folder, 'app', NAME), SCRIPT)
  await writeFile(join(folder, 'app', `${NAME}.map`), '{}')
  const client = await ClientFiles.open(join(folder, 'app'), { apiBase: '', hasMaps: true })
  app = await openTestServer({ deps: { client, trustedProxies: 1 } })
  const slow = listenerOf(createApp(app.deps).fetch)
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const listener = heldFirst({ ...app.deps, log }, (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    slow(incoming, outgoing)
  })
  server = createServer({ requireHostHeader: false }, listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
beforeEach(() => {
  asked = []
  lines = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** One request as it is, and its answer as it came. */
function ask(path: string, headers: Record<string, string | string[]> = {}, method = 'GET', body = '') {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    // In pairs, so that one may come twice.
    const pairs = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [name, value]),
    )
    const sent = request({ port, host: '127.0.0.1', path, method, headers: pairs, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What of the headers is another at each answer, or says how it was carried. */
const lasting = ({
  date,
  connection,
  'x-request-id': id,
  'transfer-encoding': _,
  'content-length': __,
  ...rest
}: Record<string, unknown>) => rest

test.each([
  [NAME, { 'accept-encoding': 'gzip, br' }],
  [NAME, { 'accept-encoding': 'gzip, br;q=0' }],
  [NAME, { 'accept-encoding': 'br', ...HTTPS }],
  ['/icon.svg', { 'accept-encoding': 'br' }],
  ['/assets/font-Ab_3-9xZ.woff2', { 'accept-encoding': 'br' }],
])(
  '%s (%o) is the app’s the first time, and from memory then: the same answer to the letter',
  async (path, headers) => {
    const first = await app.fetch(`http://127.0.0.1${path}`, { headers })
    await first.arrayBuffer()
    const again = await ask(path, headers)
    expect(asked).toEqual([])
    expect(again.status).toBe(200)
    expect(lasting(again.headers)).toEqual(lasting(Object.fromEntries(first.headers)))
    expect(again.headers['content-length']).toBe(`${again.bytes.length}`)
    expect(again.headers['date']).toBeDefined()
    expect(again.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  },
)

test('what comes is what the caller can read', async () => {
  for (const encoding of ['br', 'gzip'])
    await app.fetch(`http://127.0.0.1${NAME}`, { headers: { 'accept-encoding': encoding } })
  const [br, gzip, plain] = [
    await ask(NAME, { 'accept-encoding': 'gzip, deflate, br' }),
    await ask(NAME, { 'accept-encoding': 'gzip' }),
    await ask(NAME),
  ]
  expect(brotliDecompressSync(br.bytes).toString()).toBe(SCRIPT)
  expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT)
  expect([plain.bytes.toString(), plain.headers['content-encoding']]).toEqual([SCRIPT, undefined])
  expect(asked).toEqual([`GET ${NAME}`])
})

test('a head has no body, and who has the file hears only that it is the same', async () => {
  const headers = { 'accept-encoding': 'br' }
  const first = await app.fetch(`http://127.0.0.1${NAME}`, { headers })
  await first.arrayBuffer()
  const etag = first.headers.get('etag')!
  const head = await ask(NAME, headers, 'HEAD')
  expect([head.status, head.bytes.length, head.headers['etag']]).toEqual([200, 0, etag])
  for (const held of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
    const same = await ask(NAME, { ...headers, 'if-none-match': held })
    expect([held, same.status, same.bytes.length, same.headers['content-length']]).toEqual([held, 304, 0, undefined])
    expect(same.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  expect((await ask(NAME, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
  expect(asked).toEqual([])
})

test('every answer is told in the log once, under the id that it carries', async () => {
  const headers = { 'accept-encoding': 'br', 'x-request-id': 'from-the-proxy' }
  await app.fetch(`http://127.0.0.1${NAME}`, { headers })
  const answer = await ask(`${NAME}?secret=1`, headers)
  expect(answer.headers['x-request-id']).toBe('from-the-proxy')
  const [{ id, method, path, status, ms }, ...more] = lines as [(typeof lines)[0]]
  expect([id, method, path, status, more]).toEqual(['from-the-proxy', 'GET', NAME, 200, []])
  expect(ms).toBeGreaterThanOrEqual(0)
})

test.each<[string, number, Parameters<typeof ask>]>([
  ['another host', 421, [NAME, { host: 'evil.example' }]],
  ['two hosts', 421, [NAME, { host: ['127.0.0.1', 'evil.example'] }]],
  ['a target that names another host', 421, [`http://evil.example${NAME}`, {}]],
  ['another method', 404, [NAME, {}, 'POST']],
  ['a way up', 404, ['/assets/../../secret.txt', {}]],
  ['a way up, spelt in codes', 404, ['/assets/%2e%2e/%2e%2e/secret.txt', {}]],
  ['two slashes', 404, ['//assets/index-Ab_3-9xZ.js', {}]],
  ['the name of what objects have', 404, ['/constructor', {}]],
  ['the page itself', 200, ['/index.html', { accept: 'text/html' }]],
  ['a body', 200, [NAME, { 'content-length': '1' }, 'GET', 'x']],
  ['the file spelt in codes', 200, ['/assets/index%2DAb_3-9xZ.js', {}]],
])('%s is the app’s to answer (%i)', async (_, status, [path, headers, method, body]) => {
  await app.fetch(`http://127.0.0.1${NAME}`, { headers: { 'accept-encoding': 'br' } })
  const answer = await ask(path, { 'accept-encoding': 'br', ...headers }, method, body)
  expect([answer.status, asked.length]).toEqual([status, 1])
})
