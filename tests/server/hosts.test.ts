import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../server/boot/app.ts'
import { createAllowedHosts, parseHostName } from '../../server/http/allowed-hosts.ts'
import { createRequestListener } from '../../server/http/request-listener.ts'
import { openTestServer, PASSWORD, type TestServer } from '../support/server.ts'

let server: TestServer
let wire: Server
let port: number

beforeAll(async () => {
  const publicUrl = 'https://atelier.example'
  const hosts = createAllowedHosts({ publicUrl, allowedHosts: [parseHostName('*.partner.example')!] })
  server = await openTestServer({ deps: { publicUrl, hosts } })
  wire = createHttpServer(createRequestListener(createApp(server.deps).fetch))
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  port = (wire.address() as AddressInfo).port
})
beforeEach(() => server.reset())
afterAll(async () => {
  await new Promise<void>((resolve) => {
    wire.close(() => resolve())
    wire.closeAllConnections()
  })
  await server.close()
})

function send(...lines: string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => (text += bytes))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    // The client must not end the connection, because Node would then drop a response that is not ready yet.
    const head = lines.join('\r\n')
    // Bytes after a body would be another, invalid request.
    socket.write(head.includes('\r\n\r\n') ? head : `${head}\r\nConnection: close\r\n\r\n`)
  })
}
const get = (host: string, path = '/openapi.json') => send(`GET ${path} HTTP/1.1`, `Host: ${host}`)

describe('a request', () => {
  test('to an allowed host is served', async () => {
    const ours = [
      'localhost',
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      'LOCALHOST.:1',
      'atelier.example',
    ]
    for (const host of [...ours, 'atelier.example:443', 'Atelier.Example.', 'a.partner.example:8080'])
      expect([host, (await get(host)).status]).toEqual([host, 200])
  })

  test('to any other host gets 421 with a message on every path', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, 'atelier.example.evil.example', 'partner.example']) {
      const { status, text } = await get(host)
      expect([host, status]).toEqual([host, 421])
      expect(JSON.parse(text.split('\r\n\r\n')[1]!).error).toEqual({
        code: 'HOST_NOT_ALLOWED',
        status: 421,
        message: `This server does not answer to ${host}. Its admin can add that name to ALLOWED_HOSTS.`,
      })
      expect(text).toMatch(/^x-content-type-options: nosniff\r$/im)
    }
    for (const path of [
      '/',
      '/v1/assets',
      '/files/a.glb',
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/docs',
      '/config.json',
    ])
      expect([path, (await get('evil.example', path)).status]).toEqual([path, 421])
    const post = await send('POST /v1/auth/signup HTTP/1.1', 'Host: evil.example', 'Content-Length: 0')
    expect(post.status).toBe(421)
  })

  test('with an invalid, missing or duplicate Host header is refused', async () => {
    for (const host of [
      'a b',
      '[::1',
      'localhost@evil.example',
      'evil.example/localhost',
      'localhost:99999',
      '',
      'é.example',
    ])
      expect([host, [400, 421].includes((await get(host)).status)]).toEqual([host, true])
    expect((await send('GET /openapi.json HTTP/1.0')).status).toBe(421)
    expect((await send('GET /openapi.json HTTP/1.1')).status).toBe(400)
    expect((await send('GET /openapi.json HTTP/1.1', 'Host: localhost', 'Host: evil.example')).status).toBe(421)
    expect((await send('GET /openapi.json HTTP/1.1', 'Host: evil.example', 'Host: localhost')).status).toBe(421)
  })

  test('is judged by its Host header, despite forwarding headers or an absolute request target', async () => {
    const forwardedHeaders = ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost', 'X-Original-Host: localhost']
    expect((await send('GET /openapi.json HTTP/1.1', 'Host: evil.example', ...forwardedHeaders)).status).toBe(421)
    const others = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example']
    expect((await send('GET /openapi.json HTTP/1.1', 'Host: localhost', ...others)).status).toBe(200)
    const absolute = (target: string, host: string) => send(`GET ${target}/openapi.json HTTP/1.1`, `Host: ${host}`)
    expect((await absolute('http://localhost', 'localhost')).status).toBe(200)
    expect((await absolute('http://localhost', 'evil.example')).status).toBe(421)
    expect((await absolute('http://evil.example', 'localhost')).status).toBe(421)
    expect((await absolute('http://localhost@evil.example', 'localhost')).status).toBe(421)
  })

  test('for /health is served for any host or none, because a probe may use a container’s address', async () => {
    expect((await get('10.20.30.40:3000', '/health')).status).toBe(200)
    expect((await send('GET /health HTTP/1.0')).status).toBe(200)
    expect((await get('evil.example', '/health/../openapi.json')).status).toBe(421)
    expect((await get('evil.example', '/health/x')).status).toBe(421)
  })
})

test('links in e-mails begin with the public URL, never with the host of the request', async () => {
  const sign = (host: string, email: string, ...more: string[]) => {
    const body = JSON.stringify({ email, password: PASSWORD })
    const head = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, ...more]
    return send('POST /v1/auth/signup HTTP/1.1', ...head, `Connection: close\r\n\r\n${body}`)
  }
  const forwarded = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https']
  await sign('localhost', 'a@house.example')
  await sign('shop.partner.example', 'b@house.example', ...forwarded)
  expect((await sign('evil.example', 'c@house.example')).status).toBe(421)
  expect((await sign('localhost', 'c@house.example', 'Origin: https://evil.example')).status).toBe(403)
  for (const to of ['a@house.example', 'b@house.example']) {
    const [mail] = await server.sentMails(to)
    expect(mail?.text).toMatch(/^https:\/\/atelier\.example\/verify\?id=[\w-]{43}$/m)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|partner|localhost/)
  }
  expect(await server.sentMails('c@house.example')).toEqual([])
})
