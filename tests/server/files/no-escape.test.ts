import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClientFiles } from '../../../server/client/client-files.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { listenOnPort, type PortServer, parseResponseStatus } from '../../support/listen-on-port.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const MARKER = 'marker-that-nobody-may-read-5b1f'
const A = 'a'.repeat(64)
let server: TestServer
let owner: TestAccount
let wire: PortServer
let outside: string
let url: string

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'atelier-outside-'))
  const client = join(outside, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  await writeFile(join(client, 'assets', 'it.txt'), 'it')
  server = await openTestServer({ deps: { client: await ClientFiles.open(client, { apiBase: '' }) } })
  owner = await server.account('admin')
  url = (await server.upload(owner, buildTinyGlb())).url
  // Placed where a traversal would end: next to the client, the content and the uploads, above them, and at well-known paths.
  for (const folder of [
    outside,
    client,
    join(client, 'assets'),
    server.folder,
    join(server.folder, 'files'),
    join(server.folder, 'uploads'),
  ])
    for (const name of ['marker', '.env', 'keys.json', 'marker.glb', 'marker.json'])
      await writeFile(join(folder, name), MARKER)
  await mkdir(join(server.folder, 'files', 'aa'), { recursive: true })
  await symlink(join(outside, 'marker'), join(server.folder, 'files', 'aa', `${A}.glb`))
  await symlink(outside, join(server.folder, 'files', 'ab'))
  await writeFile(join(outside, `ab${A.slice(2)}.glb`), MARKER)
  wire = await listenOnPort(server.deps)
})
afterAll(async () => {
  await wire.close()
  await server.close()
  await rm(outside, { recursive: true, force: true })
})

const TARGETS = ['marker', '.env', 'keys.json', 'marker.glb', 'etc/passwd']
const once = (text: string) =>
  [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** Variants and encodings of `../` that a careless parser treats as a parent folder. */
const UPS = [
  '../',
  '..\\',
  './../',
  '.../',
  '..../',
  '....//',
  '..;/',
  '..%2f',
  '..%5c',
  '%2e%2e/',
  '%2e%2e%2f',
  '%2e%2e%5c',
  '%252e%252e%252f',
  '..%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '..%00/',
  '%00../',
  '..%0d%0a/',
  '/../',
  '//../',
  '..%ef%bc%8f',
]

function attempts(): string[] {
  const own = UPS.flatMap((up) =>
    [1, 2, 3, 5, 8].flatMap((depth) => TARGETS.map((target) => up.repeat(depth) + target)),
  )
  const plain = TARGETS.flatMap((target) => [
    target,
    `./${target}`,
    `/${target}`,
    `\\${target}`,
    `${target}%00.glb`,
    `${A}.glb%00${target}`,
    `${A}.glb/../${target}`,
    `file:///${target}`,
    once(target),
    once(once(target)),
  ])
  const folder = findSharedFolder('data/strings')
  const lists = folder ? ['path-traversal-8-deep.txt', 'path-traversal-short.txt'] : []
  const theirs = lists.flatMap((name) => readFileSync(join(folder!, name), 'latin1').split(/\r?\n/)).filter(Boolean)
  const raw = [...own, ...plain, ...theirs.map((it) => it.replaceAll('{FILE}', 'marker'))]
  // Characters that a request line cannot contain are sent encoded.
  return raw.map((it) => it.replace(/[\0-\x20\x7f]/g, once))
}

test('the server serves no file outside of its folders, however the path is encoded', async () => {
  const step = process.env.SOAK ? 1 : 12
  const all = attempts().flatMap((attempt) => [attempt, once(attempt), encodeURIComponent(once(attempt))])
  const some = all.filter((_, i) => i % step === 0)
  const signed = ['tus-resumable: 1.0.0', `authorization: Bearer ${owner.token}`]
  const ways: ((attempt: string) => string[])[] = [
    (it) => [`GET /files/${it} HTTP/1.1`],
    (it) => [`GET /${it} HTTP/1.1`],
    (it) => [`GET /assets/${it} HTTP/1.1`, 'accept: */*'],
    (it) => [`HEAD /files/${it} HTTP/1.1`, ...signed],
    (it) => [
      `PATCH /files/${it} HTTP/1.1`,
      ...signed,
      'upload-offset: 0',
      'content-type: application/offset+octet-stream',
      'content-length: 0',
    ],
    (it) => [`DELETE /files/${it} HTTP/1.1`, ...signed],
    (it) => [`GET /v1/files/${it} HTTP/1.1`, ...signed],
  ]
  const wrong: string[] = []
  const left = some.flatMap((attempt, i) =>
    (process.env.SOAK ? ways : [ways[i % ways.length]!]).map((attack) => attack(attempt)),
  )
  const count = left.length
  const work = async () => {
    for (let head = left.pop(); head; head = left.pop()) {
      const response = await wire.sendRaw(head)
      const status = parseResponseStatus(response)
      if (response.includes(MARKER) || response.includes('root:') || status >= 500 || status === 0)
        wrong.push(`${status} ${head[0]}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(wrong).toEqual([])
  for (const folder of [outside, server.folder, join(server.folder, 'uploads')])
    for (const name of ['marker', '.env', 'keys.json']) expect(readFileSync(join(folder, name), 'utf8')).toBe(MARKER)
  expect(parseResponseStatus(await wire.sendRaw([`GET ${url} HTTP/1.1`]))).toBe(200)
  console.log(`${count} requests`)
}, 600_000)

test('the server does not follow a symbolic link in place of a stored file or its folder', async () => {
  for (const name of [`${A}.glb`, `ab${A.slice(2)}.glb`]) {
    const response = await wire.sendRaw([`GET /files/${name} HTTP/1.1`])
    expect([parseResponseStatus(response), response.includes(MARKER)]).toEqual([404, false])
  }
})

test('the server refuses an asset whose modelUrl leads out of the file store', async () => {
  for (const modelUrl of [
    `/files/../marker.glb`,
    `/files/${A}.glb`,
    `/files/%2e%2e/${A}.glb`,
    `http://127.0.0.1/files/${A}.glb`,
    `/files/${A}.glb/../../marker`,
  ]) {
    for (const [endpoint, body] of [
      ['POST /v1/assets', { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl }],
      ['POST /v1/assets/validate', { modelUrl }],
    ] as const) {
      const { status, body: response } = await server.call(endpoint, { token: owner.token, body })
      expect([modelUrl, [400, 422].includes(status), JSON.stringify(response).includes(MARKER)]).toEqual([
        modelUrl,
        true,
        false,
      ])
    }
  }
})
