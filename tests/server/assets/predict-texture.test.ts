import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HttpError } from '../../../server/errors/http-error.ts'
import { MAX_INLINE_IMAGE_BYTES, type TextureToPredict } from '../../../src/api/contract/textures.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount
let admin: TestAccount
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.account('developer')
  admin = await server.account('admin')
})
afterAll(() => server.close())

const predict = (body: object) => owner.client.assets.predictTexture({ body: body as TextureToPredict })
const sum = (chances: object) => Object.values(chances).reduce((all: number, it: number) => all + it, 0)

async function picture(side: number, paint: (x: number, y: number) => readonly [number, number, number]) {
  const raw = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) raw.set(paint(i % side, Math.floor(i / side)), i * 3)
  return new Uint8Array(
    await sharp(raw, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

/** Normal map with round bumps in rows. */
const bumps = () =>
  picture(256, (x, y) => {
    const [dx, dy] = [((x % 32) - 16) / 20, ((y % 32) - 16) / 20]
    const inside = dx * dx + dy * dy < 0.6
    const z = inside ? Math.sqrt(1 - dx * dx - dy * dy) : 1
    return inside ? [127.5 + dx * 127.5, 127.5 - dy * 127.5, 127.5 + z * 127.5] : [128, 128, 255]
  })

test('recognises an uploaded normal map and returns the probabilities of all five texture slots', async () => {
  const { url } = await server.upload(owner, await bumps(), 'texture')
  const { chances, slot } = await predict({ textureUrl: url })
  expect(slot).toBe('normal')
  expect(Object.keys(chances).sort()).toEqual(['baseColor', 'emissive', 'metallicRoughness', 'normal', 'occlusion'])
  expect(chances.normal).toBeGreaterThan(0.9)
  expect(sum(chances)).toBeCloseTo(1, 9)
})

test('returns the same prediction for the bytes of an image as for its URL, also in the private API', async () => {
  const bytes = await bumps()
  const { url } = await server.upload(owner, bytes, 'texture')
  const inline = { bytes: Buffer.from(bytes).toString('base64') }
  const response = await predict(inline)
  expect(response).toEqual(await predict({ textureUrl: url }))
  expect(await admin.client.privateAssets.predictTexture({ body: inline })).toEqual(response)
})

test('recognises a base colour and a metallic-roughness texture', async () => {
  const stripes = await picture(
    64,
    (x, y) =>
      [
        [180, 60, 40],
        [60, 90, 160],
        [220, 190, 120],
        [40, 110, 60],
      ][(Math.floor(x / 9) + Math.floor(y / 13)) % 4] as [number, number, number],
  )
  const packed = await picture(64, (x, y) => [0, 120 + ((x * 7 + y * 5) % 60), x < 20 ? 255 : 0])
  const predictBytes = (bytes: Uint8Array) => predict({ bytes: Buffer.from(bytes).toString('base64') })
  expect((await predictBytes(stripes)).slot).toBe('baseColor')
  expect((await predictBytes(packed)).slot).toBe('metallicRoughness')
})

test('predicts no texture slot if no probability is high enough', async () => {
  const deps = {
    predictTexture: async () => ({ baseColor: 0.59, normal: 0.41, metallicRoughness: 0, occlusion: 0, emissive: 0 }),
  }
  const unsure = await openTestServer({ deps })
  const account = await unsure.account('developer')
  const { url } = await unsure.upload(account, await bumps(), 'texture')
  expect(await account.client.assets.predictTexture({ body: { textureUrl: url } })).toMatchObject({ slot: null })
  await unsure.close()
})

test('predicts textures of stored files only, and sends no request to any other URL', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch')
  const callsBefore = fetching.mock.calls.length
  for (const textureUrl of [
    'https://elsewhere.example/a.png',
    'http://169.254.169.254/latest',
    `//elsewhere.example/files/${'0'.repeat(64)}.png`,
    `/files/../files/${'0'.repeat(64)}.png`,
    'file:///etc/passwd',
    `/files/${'0'.repeat(64)}.glb`,
    `/files/${'0'.repeat(64)}.psd`,
  ])
    await expect(predict({ textureUrl }), textureUrl).rejects.toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  await expect(predict({ textureUrl: `/files/${'0'.repeat(64)}.png` })).rejects.toMatchObject({ code: 'FILE_UNKNOWN' })
  expect(
    fetching.mock.calls
      .slice(callsBefore)
      .every(([to]) => String((to as Request).url ?? to).startsWith('http://house.test')),
  ).toBe(true)
})

test('refuses inline bytes that are too large, not base64, not an image or truncated', async () => {
  const base64 = (bytes: Uint8Array) => ({ bytes: Buffer.from(bytes).toString('base64') })
  const cut = (await bumps()).subarray(0, 300)
  for (const [body, code] of [
    [base64(new Uint8Array(MAX_INLINE_IMAGE_BYTES + 3)), 'INVALID_INPUT'],
    [{ bytes: 'not base64!' }, 'INVALID_INPUT'],
    [{ bytes: '' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
    [{ ...base64(cut), textureUrl: `/files/${'0'.repeat(64)}.png` }, 'INVALID_INPUT'],
    [base64(buildTinyGlb()), 'WRONG_FILE_TYPE'],
    [base64(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'WRONG_FILE_TYPE'],
    [base64(cut), 'IMAGE_INVALID'],
  ] as const)
    await expect(predict(body), JSON.stringify(body).slice(0, 40)).rejects.toMatchObject({ code })
})

test('denies prediction to callers who may not create assets, and responds 503 if too many jobs are queued', async () => {
  const user = await server.account('user')
  const body = { bytes: Buffer.from(await bumps()).toString('base64') }
  await expect(user.client.assets.predictTexture({ body })).rejects.toMatchObject({ status: 403 })
  const full = await openTestServer({
    deps: {
      predictTexture: () => Promise.reject(new HttpError('UNAVAILABLE', 'Too many models are waiting.', undefined, 5)),
    },
  })
  const other = await full.account('developer')
  const response = await full.call('POST /v1/assets/predict-texture', { body, token: other.token })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  await full.close()
})
