import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { ClientFiles } from '../../../server/client/client-files.ts'
import { serveCachedFiles } from '../../../server/client/serve-cached-files.ts'
import { createRequestListener } from '../../../server/http/request-listener.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

const SCRIPT = `console.log(${JSON.stringify('words '.repeat(500))})`
const NAME = '/assets/index-Ab_3-9xZ.js'
const HTTPS = { 'x-forwarded-proto': 'https' }
let folder: string
let app: TestServer
let server: Server
let requests: string[] = []
let lines: { path: string; id: string; method: string; status: number; ms: number }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-held-'))
  await mkdir(join(folder, 'app', 'assets'), { recursive: true })
  await writeFile(join(folder, 'app', 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  await writeFile(join(folder, 'app', 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'app', 'assets', 'font-Ab_3-9xZ.woff2'), 'font')
  await writeFile(join(folder, 'app', NAME), SCRIPT)
  await writeFile(join(folder, 'app', `${NAME}.map`), '{}')
  const client = await ClientFiles.open(join(folder, 'app'), { apiBase: '', servesSourceMaps: true })
  app = await openTestServer({ deps: { client, trustedProxies: 1 } })
  const slow = createRequestListener(createApp(app.deps).fetch)
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const listener = serveCachedFiles({ ...app.deps, log }, (incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    slow(incoming, outgoing)
  })
  server = createServer({ requireHostHeader: false }, listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
beforeEach(() => {
  requests = []
  lines = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function ask(path: string, headers: Record<string, string | string[]> = {}, method = 'GET', body = '') {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    // Sends the headers as pairs, so that a header may occur twice.
    const pairs = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [name, value]),
    )
    const sent = request({ port, host: '127.0.0.1', path, method, headers: pairs, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Removes the headers that differ per response or depend on the transport. */
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
])('%s (%o) is served by the app first and from memory afterwards, with identical responses', async (path, headers) => {
  const first = await app.fetch(`http://127.0.0.1${path}`, { headers })
  await first.arrayBuffer()
  const again = await ask(path, headers)
  expect(requests).toEqual([])
  expect(again.status).toBe(200)
  expect(lasting(again.headers)).toEqual(lasting(Object.fromEntries(first.headers)))
  expect(again.headers['content-length']).toBe(`${again.bytes.length}`)
  expect(again.headers['date']).toBeDefined()
  expect(again.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
})

test('serves a file from memory in an encoding that the caller accepts', async () => {
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
  expect(requests).toEqual([`GET ${NAME}`])
})

test('sends no body for HEAD, and 304 if the If-None-Match header matches the ETag', async () => {
  const headers = { 'accept-encoding': 'br' }
  const first = await app.fetch(`http://127.0.0.1${NAME}`, { headers })
  await first.arrayBuffer()
  const etag = first.headers.get('etag')!
  const head = await ask(NAME, headers, 'HEAD')
  expect([head.status, head.bytes.length, head.headers['etag']]).toEqual([200, 0, etag])
  for (const ifNoneMatch of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
    const same = await ask(NAME, { ...headers, 'if-none-match': ifNoneMatch })
    expect([ifNoneMatch, same.status, same.bytes.length, same.headers['content-length']]).toEqual([
      ifNoneMatch,
      304,
      0,
      undefined,
    ])
    expect(same.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  expect((await ask(NAME, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
  expect(requests).toEqual([])
})

test('logs every response once, with the request id of its header', async () => {
  const headers = { 'accept-encoding': 'br', 'x-request-id': 'from-the-proxy' }
  await app.fetch(`http://127.0.0.1${NAME}`, { headers })
  const response = await ask(`${NAME}?secret=1`, headers)
  expect(response.headers['x-request-id']).toBe('from-the-proxy')
  const [{ id, method, path, status, ms }, ...more] = lines as [(typeof lines)[0]]
  expect([id, method, path, status, more]).toEqual(['from-the-proxy', 'GET', NAME, 200, []])
  expect(ms).toBeGreaterThanOrEqual(0)
})

test.each<[string, number, Parameters<typeof ask>]>([
  ['another host', 421, [NAME, { host: 'evil.example' }]],
  ['two hosts', 421, [NAME, { host: ['127.0.0.1', 'evil.example'] }]],
  ['an absolute target on another host', 421, [`http://evil.example${NAME}`, {}]],
  ['another method', 404, [NAME, {}, 'POST']],
  ['a parent path', 404, ['/assets/../../secret.txt', {}]],
  ['an encoded parent path', 404, ['/assets/%2e%2e/%2e%2e/secret.txt', {}]],
  ['two slashes', 404, ['//assets/index-Ab_3-9xZ.js', {}]],
  ['an object property as its path', 404, ['/constructor', {}]],
  ['the path of the page', 200, ['/index.html', { accept: 'text/html' }]],
  ['a body', 200, [NAME, { 'content-length': '1' }, 'GET', 'x']],
  ['an encoded character in its path', 200, ['/assets/index%2DAb_3-9xZ.js', {}]],
])('a request with %s is passed to the app, which responds %i', async (_, status, [path, headers, method, body]) => {
  await app.fetch(`http://127.0.0.1${NAME}`, { headers: { 'accept-encoding': 'br' } })
  const response = await ask(path, { 'accept-encoding': 'br', ...headers }, method, body)
  expect([response.status, requests.length]).toEqual([status, 1])
})
