import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderIcon } from '../../../server/render/icon.ts'
import { type FileType, UPLOAD_KINDS, type UploadKind } from '../../../src/api/contract/files.ts'
import { buildGlb, buildTinyGlb } from '../../support/glb.ts'
import {
  buildAvif,
  buildGif,
  buildJpeg,
  buildJpegSegment,
  buildPng,
  buildPngChunk,
  buildPsd,
  buildWebp,
} from '../../support/images.ts'
import { rotatingNumber, sampleNames } from '../../support/sampling.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'
import { emptyStoredFiles, measureStoredBytes } from '../../support/stored-bytes.ts'

const KINDS = Object.keys(UPLOAD_KINDS) as UploadKind[]
const ALL_ENDINGS = ['glb', 'vrm', 'gltf', 'fbx', 'png', 'jpg', 'webp', 'psd', 'psb', 'svg', 'html', 'exe', '']
/** File extensions tested in this run: a sample that depends on the number of commits. */
const ENDINGS = sampleNames('endings', ALL_ENDINGS)
const SCRIPT = '<script>fetch("/v1/users")</script>'
const text = (it: string) => new TextEncoder().encode(it)
const and = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

let server: TestServer
let owner: TestAccount
/** Requests to a server that files refer to. No code may follow such a reference. */
const requests: string[] = []
const decoyServer = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.end()
})
decoyServer.on('connection', () => requests.push('connection'))
let lureAt: string

beforeAll(async () => {
  server = await openTestServer({
    deps: { renderIcon: async (path) => renderIcon(new Uint8Array(readFileSync(path)), { size: 32 }) },
  })
  await new Promise<void>((resolve) => decoyServer.listen(0, '127.0.0.1', resolve))
  lureAt = `http://127.0.0.1:${(decoyServer.address() as AddressInfo).port}`
})
beforeEach(async () => {
  await server.reset()
  await emptyStoredFiles(server.folder)
  owner = await server.account('admin')
  requests.length = 0
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => decoyServer.close(resolve))
})

/** Uploads a file under a name. Returns its type if it is accepted, otherwise the error code. */
async function outcomeOf(bytes: Uint8Array, kind: UploadKind, name: string): Promise<FileType | string> {
  const metadata = [`kind ${btoa(kind)}`, ...(name ? [`filename ${btoa(name)}`] : [])].join(',')
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  const response = await server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  if (response.status !== 201) {
    expect(Math.floor(response.status / 100), `${kind} ${name}`).toBe(4)
    return (await response.json()).error.code
  }
  const { type } = await owner.client.files.describe({ id: response.headers.get('location')!.split('/').at(-1)! })
  return type
}

/** Uploads the bytes as every kind of file, and returns the outcomes. */
const outcomesByKind = async (bytes: Uint8Array, name = '') =>
  Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await outcomeOf(bytes, kind, name)])))

const onlyAs = (accepted: Partial<Record<UploadKind, FileType>>) =>
  Object.fromEntries(KINDS.map((kind) => [kind, accepted[kind] ?? 'WRONG_FILE_TYPE']))
const picture = (type: FileType) => onlyAs({ icon: type, texture: type })
const NOTHING = onlyAs({})

const psb = () => {
  const bytes = buildPsd()
  bytes[5] = 2
  return bytes
}
const vrm = () =>
  buildTinyGlb({
    json: { extensionsUsed: ['VRM'], extensions: { VRM: { specVersion: '0.0', meta: { title: 'It' } } } },
  })
const gltf = text(JSON.stringify({ asset: { version: '2.0' }, scenes: [] }))
const hostileSvg = (body: string) =>
  text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${body}</svg>`)

const CONTENTS: Record<string, [bytes: Uint8Array, expected: Record<string, string>]> = {
  'a GLB': [buildTinyGlb(), onlyAs({ glb: 'model/gltf-binary' })],
  'a VRM (a kind of GLB)': [vrm(), onlyAs({ glb: 'model/gltf-binary' })],
  'a PNG': [buildPng(), picture('image/png')],
  'a JPEG': [buildJpeg(), picture('image/jpeg')],
  'a WebP': [buildWebp.lossy(5, 5), picture('image/webp')],
  'a PSD': [buildPsd(), onlyAs({ psd: 'image/vnd.adobe.photoshop' })],
  'a large PSD (PSB)': [psb(), NOTHING],
  'a glTF as JSON text': [gltf, NOTHING],
  'a GIF': [buildGif(3, 3), NOTHING],
  'an AVIF': [buildAvif(), NOTHING],
  'an HTML page': [text(`<!doctype html>${SCRIPT}`), NOTHING],
  'a PDF': [text(`%PDF-1.7\n${SCRIPT}`), NOTHING],
  'a ZIP': [and(text('PK\x03\x04'), new Uint8Array(60)), NOTHING],
  'an FBX': [and(text('Kaydara FBX Binary  \0\x1a\0'), new Uint8Array(60)), NOTHING],
  'a GLB of version 1': [buildTinyGlb().with(4, 1), NOTHING],
  'a PNG after a line break': [and(text('\n'), buildPng()), NOTHING],
  'a GIF that is also a script': [text('GIF89a=0/*\n*/;alert(1)//'), NOTHING],
  'a PNG whose first bytes a text editor changed': [buildPng().map((byte, i) => (i === 4 ? 10 : byte)), NOTHING],
  'an incomplete PNG signature': [buildPng().subarray(0, 7), NOTHING],
}

describe('file type detection by content', () => {
  test.each(Object.entries(CONTENTS))(
    'gives %s the same type or refusal under every file name',
    async (_, [bytes, expected]) => {
      expect(await outcomesByKind(bytes)).toEqual(expected)
      // The outcome is the same for the right file extension, a wrong extension, and no extension.
      const kind = (KINDS.find((it) => expected[it] !== 'WRONG_FILE_TYPE') ?? 'glb') as UploadKind
      for (const ending of ENDINGS)
        expect([ending, await outcomeOf(bytes, kind, `it.${ending}`)]).toEqual([ending, expected[kind]])
    },
  )

  test.each([
    ['a PNG followed by a script', and(buildPng(), text(SCRIPT)), 'icon'],
    [
      'a PNG with a script in a text chunk',
      buildPng({ before: [buildPngChunk('tEXt', text(`Comment\0${SCRIPT}`))] }),
      'icon',
    ],
    ['a JPEG with a script in its comment', commented(buildJpeg()), 'texture'],
    ['a WebP followed by a ZIP', and(buildWebp.lossy(5, 5), text('PK\x05\x06'), new Uint8Array(18)), 'texture'],
    ['a GLB with a script in its extras', buildTinyGlb({ json: { extras: { page: SCRIPT } } }), 'glb'],
    ['a PSD followed by a script', and(buildPsd(), text(SCRIPT)), 'psd'],
  ] as const)('either refuses %s or serves it with its own type, never as HTML', async (_, bytes, kind) => {
    const type = await outcomeOf(bytes, kind, 'page.html')
    if (!type.includes('/')) return expect((await measureStoredBytes(server.folder)).names.size).toBe(0)
    for (const other of KINDS.filter((it) => !(UPLOAD_KINDS[it].types as readonly string[]).includes(type)))
      expect(await outcomeOf(bytes, other, 'page.html')).toBe('WRONG_FILE_TYPE')
    const [name] = [...(await measureStoredBytes(server.folder)).names].slice(-1)
    const { grant } = await server.deps.tokens.signGrant(name!)
    const served = await server.fetch(`${ORIGIN}/files/${name}?grant=${grant}`, { headers: { accept: 'text/html' } })
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
})

function commented(bytes: Uint8Array): Uint8Array {
  return and(bytes.subarray(0, 2), buildJpegSegment(0xfe, text(SCRIPT)), bytes.subarray(2))
}

describe('refused formats', () => {
  test.each([
    ['a script', hostileSvg('<script>alert(1)</script>')],
    ['a script after a byte order mark', and(text('\ufeff'), hostileSvg('<script>alert(1)</script>'))],
    ['an event handler', hostileSvg('<image href="x" onerror="alert(1)"/>')],
    ['a foreign object', hostileSvg('<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>')],
    ['entities', text('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>')],
    ['only a CSS import as its content', text('@import "http://127.0.0.1/";')],
  ])('include an SVG with %s', async (_, bytes) => {
    expect(await outcomesByKind(bytes, 'it.svg')).toEqual(NOTHING)
    expect((await measureStoredBytes(server.folder)).names.size).toBe(0)
  })

  const hostile = findSharedFolder('data/images/svg')
  test.skipIf(!hostile)('include every SVG, XML and HTML file of the shared test data', async () => {
    for (const name of filesIn(hostile!, /\.(svg|xml|html?)$/i))
      expect([name, await outcomesByKind(readFileSync(name), 'it.png')]).toEqual([name, NOTHING])
  })
})

const shared = findSharedFolder('data')
test.skipIf(!shared)(
  'gives each third-party file the same type or refusal under every file extension',
  async () => {
    const names = filesIn(shared!, /\.(glb|vrm|gltf|fbx|png|jpe?g|webp|gif|avif|heic|jxl|psd|psb|svg)$/i)
    const all = names.filter(
      (name) => statSync(name).size > 0 && statSync(name).size < (process.env.SOAK ? 5e6 : 60_000),
    )
    const stride = process.env.SOAK ? 1 : Math.ceil(all.length / 8)
    const first = rotatingNumber('files', stride)
    const some = all.filter((_, i) => i % stride === first)
    for (const name of some) {
      const bytes = readFileSync(name)
      const plain = await outcomesByKind(bytes)
      for (const ending of ENDINGS)
        expect([name, ending, await outcomesByKind(bytes, `it.${ending}`)]).toEqual([name, ending, plain])
    }
    console.log(`${some.length} of ${all.length} files`)
  },
  600_000,
)

const filesIn = (folder: string, pattern: RegExp) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name))

describe('uploads cause no outgoing request', () => {
  const everywhere = () => [
    `${lureAt}/a`,
    lureAt.replace('http:', ''),
    `${lureAt.replace('http', 'https')}/a`,
    'file:///etc/passwd',
    '../../keys.json',
  ]
  const models = (uri: string): Record<string, Uint8Array> => ({
    'a picture': buildTinyGlb({
      json: {
        images: [{ uri }],
        textures: [{ source: 0 }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      },
    }),
    'a buffer': buildTinyGlb({ json: { buffers: [{ uri, byteLength: 36 }] } }),
    'a second buffer': buildTinyGlb({ json: { buffers: [{ byteLength: 36 }, { uri, byteLength: 36 }] } }),
    'an extension': buildTinyGlb({
      json: {
        extensionsUsed: ['KHR_xmp_json_ld', 'MSFT_lod'],
        extensions: { KHR_xmp_json_ld: { packets: [{ '@context': { a: uri } }] } },
      },
    }),
    'its words': buildGlb(
      JSON.stringify({ asset: { version: '2.0', generator: uri, copyright: uri }, extras: { uri } }),
    ),
  })

  test('from a model with external references', async () => {
    let [acceptedCount, refusedCount] = [0, 0]
    for (const uri of everywhere())
      for (const [what, bytes] of Object.entries(models(uri))) {
        const sent = await server.upload(owner, bytes).catch(() => undefined)
        const url = sent?.url ?? (await server.deps.files.storeBytes(bytes))
        if (sent) acceptedCount += 1
        else refusedCount += 1
        const { status } = await server.call('POST /v1/assets/validate', {
          token: owner.token,
          body: { modelUrl: url },
        })
        expect([what, status]).toEqual([what, 200])
        const created = await server.call('POST /v1/assets', {
          token: owner.token,
          body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url },
        })
        expect([what, Math.floor(created.status / 100)]).not.toEqual([what, 5])
      }
    await server.deps.jobs.idle()
    expect(acceptedCount + refusedCount).toBe(25)
    expect(requests).toEqual([])
  })

  test('from a picture with external references', async () => {
    for (const uri of everywhere()) {
      const svg = hostileSvg(`<image href="${uri}"/><use xlink:href="${uri}#a"/><style>@import url(${uri})</style>`)
      expect(await outcomesByKind(svg)).toEqual(NOTHING)
      await outcomeOf(
        buildPng({ before: [buildPngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0<x href="${uri}"/>`))] }),
        'icon',
        'it.png',
      )
    }
    expect(requests).toEqual([])
  })

  test('according to a decoy server, which records a control request', async () => {
    await fetch(lureAt)
    expect(requests).toEqual(['connection', '/'])
  })
})
