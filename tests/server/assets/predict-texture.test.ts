import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Refusal } from '../../../server/errors.ts'
import { MOST_PICTURE_BYTES, type TextureToPredict } from '../../../src/api/contract/textures.ts'
import { tinyGlb } from '../../support/glb.ts'
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

/** Round bumps in rows, as a normal map. */
const bumps = () =>
  picture(256, (x, y) => {
    const [dx, dy] = [((x % 32) - 16) / 20, ((y % 32) - 16) / 20]
    const inside = dx * dx + dy * dy < 0.6
    const z = inside ? Math.sqrt(1 - dx * dx - dy * dy) : 1
    return inside ? [127.5 + dx * 127.5, 127.5 - dy * 127.5, 127.5 + z * 127.5] : [128, 128, 255]
  })

test('an uploaded normal map is told by its pixels, with the chances of all five slots', async () => {
  const { url } = await server.upload(owner, await bumps(), 'texture')
  const { chances, slot } = await predict({ textureUrl: url })
  expect(slot).toBe('normal')
  expect(Object.keys(chances).sort()).toEqual(['baseColor', 'emissive', 'metallicRoughness', 'normal', 'occlusion'])
  expect(chances.normal).toBeGreaterThan(0.9)
  expect(sum(chances)).toBeCloseTo(1, 9)
})

test('the bytes of a small picture are answered as its address is, below private/ too', async () => {
  const bytes = await bumps()
  const { url } = await server.upload(owner, bytes, 'texture')
  const inline = { bytes: Buffer.from(bytes).toString('base64') }
  const answer = await predict(inline)
  expect(answer).toEqual(await predict({ textureUrl: url }))
  expect(await admin.client.privateAssets.predictTexture({ body: inline })).toEqual(answer)
})

test('a colourful picture is a base colour, and metal in blue over roughness in green is metallic-roughness', async () => {
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
  const asked = (bytes: Uint8Array) => predict({ bytes: Buffer.from(bytes).toString('base64') })
  expect((await asked(stripes)).slot).toBe('baseColor')
  expect((await asked(packed)).slot).toBe('metallicRoughness')
})

test('where nothing is likely enough, no slot is named', async () => {
  const deps = {
    predictTexture: async () => ({ baseColor: 0.59, normal: 0.41, metallicRoughness: 0, occlusion: 0, emissive: 0 }),
  }
  const unsure = await openTestServer({ deps })
  const account = await unsure.account('developer')
  const { url } = await unsure.upload(account, await bumps(), 'texture')
  expect(await account.client.assets.predictTexture({ body: { textureUrl: url } })).toMatchObject({ slot: null })
  await unsure.close()
})

test('only our own files are read: no other address is asked for, and nobody is asked', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch')
  const asked = fetching.mock.calls.length
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
    fetching.mock.calls.slice(asked).every(([to]) => String((to as Request).url ?? to).startsWith('http://house.test')),
  ).toBe(true)
})

test('bytes that are too many, no base64, no picture or a broken one are refused with a code', async () => {
  const base64 = (bytes: Uint8Array) => ({ bytes: Buffer.from(bytes).toString('base64') })
  const cut = (await bumps()).subarray(0, 300)
  for (const [body, code] of [
    [base64(new Uint8Array(MOST_PICTURE_BYTES + 3)), 'INVALID_INPUT'],
    [{ bytes: 'not base64!' }, 'INVALID_INPUT'],
    [{ bytes: '' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
    [{ ...base64(cut), textureUrl: `/files/${'0'.repeat(64)}.png` }, 'INVALID_INPUT'],
    [base64(tinyGlb()), 'WRONG_FILE_TYPE'],
    [base64(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'WRONG_FILE_TYPE'],
    [base64(cut), 'IMAGE_INVALID'],
  ] as const)
    await expect(predict(body), JSON.stringify(body).slice(0, 40)).rejects.toMatchObject({ code })
})

test('who may make no assets may not ask, and who asks too much at once is told to wait', async () => {
  const user = await server.account('user')
  const body = { bytes: Buffer.from(await bumps()).toString('base64') }
  await expect(user.client.assets.predictTexture({ body })).rejects.toMatchObject({ status: 403 })
  const full = await openTestServer({
    deps: {
      predictTexture: () => Promise.reject(new Refusal('UNAVAILABLE', 'Too many models are waiting.', undefined, 5)),
    },
  })
  const other = await full.account('developer')
  const response = await full.call('POST /v1/assets/predict-texture', { body, token: other.token })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  await full.close()
})
