import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { contract } from '../../../src/api/contract/index.ts'
import { RESPONSE_SAMPLES } from '../../support/response-samples.ts'
import { SAMPLE_TIME, sampleFileUrl } from '../../support/sample-rows.ts'

const password = 'a-quiet-harbour-7'
const email = 'one@atelier.example'
const newAsset = { name: 'Boot', type: 'footwear', gender: 'neutral', modelUrl: sampleFileUrl('glb') }
const newAssetMore = {
  iconUrl: sampleFileUrl('png'),
  textureUrl: sampleFileUrl('jpg'),
  psdUrl: sampleFileUrl('psd'),
  tags: ['t'],
  applicationIds: ['app'],
  bodyId: 'b',
}
const newCage = { name: 'Cage', gender: 'female', modelUrl: sampleFileUrl('glb') }
const placement = [{ applicationId: 'app' }, { isVisible: true, position: -1 }] as const
const tagging = [{ tagId: 't', assetIds: ['a'] }, { restores: { a: SAMPLE_TIME } }] as const

/** Bodies that each call accepts, one entry per variant: required and optional fields. */
const BODIES: Record<string, readonly (readonly [needed: object, besides?: object])[]> = {
  'accounts.giveRole': [[{ role: 'developer' }]],
  'apiTokens.create': [[{ name: 'CI', scopes: ['read'], expiresAt: SAMPLE_TIME }]],
  'applicationAssets.syncWithParent': [[{}, { dryRun: true }]],
  'applicationMorphedAssets.create': [[{ applicationId: 'app', assetId: 'a', bodyId: 'b' }]],
  'assets.addToApplication': [placement],
  'assets.create': [[newAsset, newAssetMore]],
  'assets.import': [[{ fileUrl: sampleFileUrl('zip'), applicationId: 'app' }, { dryRun: true }]],
  'assets.lock': [[{}, { restores: SAMPLE_TIME, reason: 'On sale' }]],
  'assets.makeVariant': [[{ recipe: 'web' }]],
  'assets.revert': [[{ entryId: 'e' }]],
  'assets.removeFromApplication': [[{ applicationId: 'app' }]],
  'assets.unlock': [[{}, { restores: SAMPLE_TIME }]],
  'assets.update': [[{}, { ...newAsset, ...newAssetMore, bodyId: null, defaultAuthorized: true }]],
  'assets.updateApplication': [placement],
  'assets.predictTexture': [[{ textureUrl: sampleFileUrl('png') }], [{ bytes: 'iVBO' }]],
  'assets.validate': [
    [
      { modelUrl: sampleFileUrl('glb') },
      { iconUrl: sampleFileUrl('png'), textureUrl: sampleFileUrl('jpg'), psdUrl: sampleFileUrl('psd') },
    ],
  ],
  'presence.announce': [[{ tab: 'one', is: 'looking' }]],
  'privateUserAssets.add': [[{ assetIds: ['a'] }]],
  'privateUserAssets.remove': [[{ assetIds: ['a'] }]],
  'cageMeshes.carry': [[{ fromBodyId: 'a', toBodyId: 'b' }]],
  'cageMeshes.create': [[newCage, { assetType: 'top', bodyId: 'b' }]],
  'cageMeshes.update': [[{}, { ...newCage, assetType: null, bodyId: null }]],
  'morphedAssets.generate': [[{ assetId: 'a', bodyId: 'b' }]],
  'privateMorphedAssets.generate': [[{ assetId: 'a', bodyId: 'b' }]],
  'auth.login': [
    [{ email, password }],
    [
      { email, code: '123456' },
      { requestId: 'r', password, newPassword: password },
    ],
  ],
  'auth.logout': [[{ refreshToken: 'r' }]],
  'auth.passwordIdVerification': [[{ id: 'x' }]],
  'auth.refresh': [[{ refreshToken: 'r' }, { token: 't' }]],
  'auth.requestLoginCode': [[{ email }]],
  'auth.requestProofCode': [[{}]],
  'auth.prove': [[{ password }], [{ code: '123456', requestId: 'r' }]],
  'auth.signup': [[{ email, password }, { name: 'Ada' }]],
  'auth.signupPasswordless': [[{ email }, { name: 'Ada' }]],
  'tags.create': [[{ name: 'Winter', color: 'ochre' }]],
  'tags.merge': [[{ into: 't' }]],
  'tags.removeTag': [tagging],
  'tags.setTag': [tagging],
  'tags.update': [[{ name: 'Winter', color: 'ochre' }]],
  'views.create': [[{ list: 'assets', name: 'Mine', query: {} }]],
  'views.update': [[{}, { name: 'Mine', query: {} }]],
  'users.changePassword': [[{ password }, { current: 'x' }]],
  'users.passwordByCode': [[{ email, code: '123456', password }, { requestId: 'r' }], [{ id: 'x', password }]],
  'users.resetPassword': [[{ email }]],
  'users.updateMe': [[{ name: 'Ada' }]],
  'users.verificationLink': [[{ verificationId: 'x' }]],
  'users.verify': [
    [{ verificationId: 'x' }, { keepSignUp: true, password, newPassword: password }],
    [
      { email, code: '123456' },
      { requestId: 'r', keepSignUp: true, password, newPassword: password },
    ],
  ],
  'webhooks.create': [[{ url: 'https://hooks.example/' }, { keys: ['asset.v1.locked'], description: 'Stock' }]],
  'webhooks.update': [[{}, { url: 'https://hooks.example/', keys: [], description: '', isEnabled: false }]],
}

// Excludes the variants of these calls under `private/` for admins.
const {
  privateAssets: _,
  privateApplicationAssets: __,
  privateApplicationMorphedAssets: ___,
  privateCageMeshes: ____,
  privateMorphedAssetQueue: _____,
  ...services
} = contract
const calls = Object.entries(services).flatMap(([service, them]) =>
  Object.entries(them).map(
    ([name, it]) => [`${service}.${name}`, it as typeof it & { body?: v.GenericSchema }] as const,
  ),
)
const schemaOf = new Map<string, (typeof calls)[number][1]>(calls)

/** Returns copies of a value that each lack one required key, at any depth. */
function lacking(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => lacking(one).map((less) => value.with(at, less)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...rest } = value as Record<string, unknown>
    return [rest, ...lacking(inner).map((less) => ({ ...value, [key]: less }))]
  })
}

describe('the response schema', () => {
  test('of every call has an example, except the count by type (a list) and the export (a file)', () => {
    expect([...Object.keys(RESPONSE_SAMPLES), 'assets.countByType', 'assets.export'].sort()).toEqual(
      calls.map(([name]) => name).sort(),
    )
    const counts = [{ type: 'hair', count: 2 }]
    expect(v.parse(contract.assets.countByType.returns, counts)).toEqual(counts)
    expect(v.is(contract.assets.countByType.returns, [{ type: 'hair' }])).toBe(false)
    expect(v.is(contract.assets.countByType.returns, [{ type: 'sofa', count: 1 }])).toBe(false)
  })

  test.each(Object.entries(RESPONSE_SAMPLES))(
    'for %s accepts an example with and without its optional fields',
    (name, [always, sometimes]) => {
      const { returns } = schemaOf.get(name)!
      expect(v.parse(returns, always)).toEqual(always)
      expect(v.parse(returns, { ...always, ...sometimes })).toEqual({ ...always, ...sometimes })
      expect(v.parse(returns, { ...always, nobodyAsked: 1 })).toEqual(always)
    },
  )

  /** Keys that may be absent in nested objects of a response. */
  const OPTIONAL =
    /"(lastUsedAt|name|email|userAgent|address|before|after|colorSpace|params|sizes|keys|image|width|most|each|wanted)"/

  test.each(Object.entries(RESPONSE_SAMPLES))(
    'for %s refuses an example without a required field',
    (name, [always]) => {
      const { returns } = schemaOf.get(name)!
      const whole = JSON.stringify(always).match(/"\w+":/g) ?? []
      for (const less of lacking(always)) {
        const left = JSON.stringify(less).match(/"\w+":/g) ?? []
        const missingKey = whole.find(
          (key) => left.filter((other) => other === key).length < whole.filter((other) => other === key).length,
        )!
        if (!OPTIONAL.test(missingKey)) expect(v.is(returns, less), `${missingKey} is missing`).toBe(false)
      }
    },
  )
})

describe('a request body', () => {
  test('of every call with a body schema has an example', () => {
    expect(Object.keys(BODIES).sort()).toEqual(calls.flatMap(([name, { body }]) => (body ? [name] : [])).sort())
  })

  const ways = Object.entries(BODIES).flatMap(([name, all]) =>
    all.map(([needed, besides = {}]): [string, object, object] => [name, needed, besides]),
  )

  test.each(ways)('for %s is accepted as given: %j', (name, needed, besides) => {
    const body = schemaOf.get(name)!.body!
    expect(v.parse(body, needed)).toEqual(needed)
    expect(v.parse(body, { ...needed, ...besides })).toEqual({ ...needed, ...besides })
  })

  test.each(ways)('for %s is refused with an extra field or a field of another type: %j', (name, needed, besides) => {
    const body = schemaOf.get(name)!.body!
    const whole = { ...needed, ...besides }
    expect(v.is(body, { ...whole, isAdmin: true })).toBe(false)
    for (const key of Object.keys(whole))
      expect([key, v.is(body, { ...whole, [key]: Symbol('odd') })]).toEqual([key, false])
  })

  test.each(ways.filter(([name]) => name !== 'assets.validate'))(
    'for %s is refused without a required field: %j',
    (name, needed) => {
      const body = schemaOf.get(name)!.body!
      for (const key of Object.keys(needed)) {
        const { [key as never]: _, ...rest } = needed
        // Valid bodies without a key: `users.verify` without `code` requests a verification, and an empty body signs up a guest.
        const isAnother = (name === 'users.verify' && key === 'code') || Object.keys(rest).length === 0
        expect([key, isAnother || !v.is(body, rest)]).toEqual([key, true])
      }
    },
  )

  test('may be empty for a guest’s sign-up, and may contain only the e-mail to request a verification', () => {
    expect(v.is(contract.auth.signup.body, {})).toBe(true)
    expect(v.is(contract.users.verify.body, { email })).toBe(true)
    expect([v.is(contract.auth.login.body, {}), v.is(contract.users.verify.body, {})]).toEqual([false, false])
  })
})

test('the query of a list call accepts only the filters and orders of that call', () => {
  const assets = {
    search: 'x',
    type: 'hair',
    gender: ['male'],
    applicationId: 'app',
    tag: ['t'],
    locked: 'true',
    order: '-position',
  }
  expect(v.parse(contract.assets.list.query, assets)).toEqual({
    ...{ page: 1, limit: 10, search: 'x', type: ['hair'], gender: ['male'], applicationId: ['app'], tag: ['t'] },
    ...{ locked: 'true', order: '-position' },
  })
  for (const order of ['name', 'type', 'gender', 'createdAt', 'updatedAt', 'position'])
    expect([order, v.is(contract.assets.list.query, { order })]).toEqual([order, true])
  for (const odd of [{ locked: 'yes' }, { type: 'sofa' }, { gender: 'x' }, { other: 1 }, { order: 'tags' }])
    expect([odd, v.is(contract.assets.list.query, odd)]).toEqual([odd, false])
  const { order: _, ...filters } = assets
  expect(v.is(contract.assets.countByType.query, filters)).toBe(true)
  expect(v.is(contract.assets.countByType.query, { page: 1 })).toBe(false)
  const orders = [
    [contract.tags.list.query, ['name', 'assetCount']],
    [contract.applications.list.query, ['name', 'createdAt']],
    [contract.assets.changelog.query, ['at']],
    [contract.assets.application.query, ['name', 'position']],
  ] as const
  for (const [query, them] of orders) {
    for (const order of them) expect([order, v.is(query, { order: `-${order}` })]).toEqual([order, true])
    expect([v.is(query, { order: 'id' }), v.is(query, { other: 1 })]).toEqual([false, false])
  }
  expect(v.parse(contract.tags.list.query, { search: 'x' })).toEqual({ page: 1, limit: 10, search: 'x' })
  expect(v.parse(contract.applications.list.query, { search: 'x' })).toEqual({ page: 1, limit: 10, search: 'x' })
  expect(v.parse(contract.assets.application.query, { applicationId: 'a' })).toEqual({
    page: 1,
    limit: 10,
    applicationId: 'a',
  })
})
