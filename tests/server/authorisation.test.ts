import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { contract } from '../../src/api/contract/index.ts'
import { TINY_PNG } from '../support/glb.ts'
import { insertAsset, insertJob, MISSING_MODEL_URL as model } from '../support/insert-rows.ts'
import { openTestServer, PASSWORD, START_TIME, type TestServer } from '../support/server.ts'

/**
 * Status of each endpoint for each caller. 401 and 403 mean denied; 404, 410 and 422 mean allowed, but the named record does not
 * exist. `another's` rows use the guest's wardrobe. `other` is a developer who does not own the asset; `owner` is the developer
 * who owns it. A row with several kinds of records, such as `public, private`, tests each kind.
 */
const CALLERS = ['nobody', 'guest', 'user', 'other', 'owner', 'admin', 'expired', 'tampered'] as const
const TABLE = `
call                          | nobody guest user other owner admin expired tampered
apiTokens.list                | 401    200   200  200   200   200   401     401
apiTokens.create              | 401    403   201  201   201   201   401     401
apiTokens.revoke              | 401    404   404  404   404   404   401     401
applicationAssets.syncWithParent        | 401 403   403  403   409   409   401     401
privateApplicationAssets.syncWithParent | 401 403   403  403   403   409   401     401
privateAssets.usingTemplate   | 401    403   403  403   403   422   401     401
applicationMorphedAssets.create        | 401  403   403  403   409   409   401     401
privateApplicationMorphedAssets.create | 401  403   403  403   403   409   401     401
applications.list             | 401    403   200  200   200   200   401     401
applications.get              | 401    403   200  200   200   200   401     401
assets.list                   | 401    200   200  200   200   200   401     401
assets.countByType            | 401    200   200  200   200   200   401     401
assets.authorizeDefault       | 401    200   200  200   200   200   401     401
assets.authorized             | 401    200   200  200   200   200   401     401
assets.editable               | 401    200   200  200   200   200   401     401
assets.get public             | 401    200   200  200   200   200   401     401
assets.get private            | 401    404   200  200   200   200   401     401
assets.create                 | 401    403   403  422   422   422   401     401
assets.export                 | 401    403   403  403   200   200   401     401
assets.import                 | 401    403   403  403   422   422   401     401
assets.importStatus           | 401    403   403  404   404   404   401     401
assets.validate               | 401    403   403  422   422   422   401     401
assets.predictTexture         | 401    403   403  422   422   422   401     401
assets.application public     | 401    200   200  200   200   200   401     401
assets.application private    | 401    404   200  200   200   200   401     401
assets.addToApplication       | 401    403   403  403   200   200   401     401
assets.updateApplication      | 401    403   403  403   404   404   401     401
assets.removeFromApplication  | 401    403   403  403   404   404   401     401
assets.update public, private  | 401    403   403  403   200   200   401     401
assets.remove public, private  | 401    403   403  403   200   200   401     401
assets.revert public, private  | 401    403   403  403   404   404   401     401
assets.duplicates             | 401    403   403  200   200   200   401     401
assets.variants public        | 401    200   200  200   200   200   401     401
assets.variants private       | 401    404   200  200   200   200   401     401
assets.turntable public       | 401    200   200  200   200   200   401     401
assets.turntable private      | 401    404   200  200   200   200   401     401
assets.source public, private  | 401    403   403  403   404   404   401     401
assets.makeVariant public, private | 401    403   403  403   200   200   401     401
assets.adoptVariant public, private | 401    403   403  403   404   404   401     401
assets.usage public, private   | 401    403   403  200   200   200   401     401
assets.trash                  | 401    403   403  200   200   200   401     401
assets.restore public, private | 401    403   403  403   200   200   401     401
assets.purge                  | 401    403   403  404   404   404   401     401
assets.lock public, private    | 401    403   403  403   200   200   401     401
assets.unlock public, private  | 401    403   403  403   200   200   401     401
assets.generateIcon public, private | 401    403   403  403   200   200   401     401
assets.changelog public       | 401    200   200  200   200   200   401     401
assets.changelog private      | 401    404   200  200   200   200   401     401
accounts.list                 | 401    403   403  403   403   200   401     401
accounts.get another’s        | 401    403   403  403   403   200   401     401
accounts.giveRole another’s, own | 401    403   403  403   403   409   401     401
accounts.sessions another’s   | 401    403   403  403   403   200   401     401
accounts.endSession another’s | 401    403   403  403   403   404   401     401
accounts.endSessions another’s | 401   403   403  403   403   200   401     401
audit.assets                  | 401    200   200  200   200   200   401     401
audit.events                  | 401    200   200  200   200   200   401     401
audit.list                    | 401    403   403  403   403   200   401     401
audit.own                     | 401    200   200  200   200   200   401     401
auth.signup                   | 201    201   201  201   201   201   201     201
auth.signupPasswordless       | 201    201   201  201   201   201   201     201
auth.requestLoginCode         | 200    200   200  200   200   200   200     200
auth.login                    | 200    200   200  200   200   200   200     200
auth.refresh                  | 404    404   404  404   404   404   404     404
auth.logout                   | 200    200   200  200   200   200   200     200
auth.passwordIdVerification   | 200    200   200  200   200   200   200     200
auth.requestProofCode         | 401    403   200  200   200   200   401     401
auth.prove                    | 401    403   200  200   200   200   401     401
auth.sessions                 | 401    200   200  200   200   200   401     401
auth.endSession another’s     | 401    404   404  404   404   404   401     401
auth.logoutEverywhere         | 401    200   200  200   200   200   401     401
files.describe                | 401    403   403  404   404   404   401     401
files.usage                   | 401    403   403  200   200   200   401     401
jobs.list                     | 401    200   200  200   200   200   401     401
jobs.get own                  | 401    200   200  200   200   200   401     401
jobs.get another’s            | 401    200   404  404   404   200   401     401
jobs.retry own                | 401    200   200  200   200   200   401     401
jobs.retry another’s          | 401    200   404  404   404   200   401     401
jobs.cancel own               | 401    200   200  200   200   200   401     401
jobs.cancel another’s         | 401    200   404  404   404   200   401     401
cageMeshes.list               | 401    403   403  200   200   200   401     401
cageMeshes.get                | 401    403   403  404   404   404   401     401
cageMeshes.create             | 401    403   403  403   422   422   401     401
cageMeshes.update             | 401    403   403  404   404   404   401     401
cageMeshes.carry              | 401    403   403  403   409   409   401     401
privateCageMeshes.create      | 401    403   403  403   403   422   401     401
morphedAssetQueue.list        | 401    403   403  200   200   200   401     401
morphedAssetQueue.status      | 401    403   403  200   200   200   401     401
privateMorphedAssetQueue.list   | 401  403   403  403   403   200   401     401
privateMorphedAssetQueue.status | 401  403   403  403   403   200   401     401
morphedAssets.generate        | 401    403   403  403   409   409   401     401
privateMorphedAssets.generate | 401    403   403  403   403   409   401     401
privateMorphedAssets.list     | 401    403   403  403   403   200   401     401
privateMorphedAssets.status   | 401    403   403  403   403   200   401     401
health.get                    | 200    200   200  200   200   200   200     200
tags.list                     | 401    403   200  200   200   200   401     401
tags.create                   | 401    403   403  201   201   201   401     401
tags.update                   | 401    403   403  403   403   404   401     401
tags.remove                   | 401    403   403  403   403   404   401     401
tags.merge                    | 401    403   403  403   403   404   401     401
tags.setTag                   | 401    403   403  404   404   404   401     401
tags.removeTag                | 401    403   403  404   404   404   401     401
userAssets.get own            | 401    200   200  200   200   200   401     401
userAssets.get another’s      | 401    200   403  403   403   200   401     401
presence.announce public, private | 401    403   200  200   200   200   401     401
presence.list public          | 401    403   200  200   200   200   401     401
privateUserAssets.get own     | 401    403   403  403   403   200   401     401
privateUserAssets.add own     | 401    403   403  403   403   400   401     401
privateUserAssets.remove own  | 401    403   403  403   403   200   401     401
users.emailExists             | 200    200   200  200   200   200   200     200
users.resetPassword           | 200    200   200  200   200   200   200     200
users.passwordByCode          | 410    410   410  410   410   410   410     410
users.verificationLink        | 200    200   200  200   200   200   200     200
users.verify                  | 200    200   200  200   200   200   200     200
users.updateMe                | 401    200   200  200   200   200   401     401
users.changePassword          | 401    403   200  200   200   200   401     401
webhooks.list                 | 401    403   403  403   403   200   401     401
webhooks.create               | 401    403   403  403   403   201   401     401
webhooks.update               | 401    403   403  403   403   404   401     401
webhooks.remove               | 401    403   403  403   403   404   401     401
webhooks.rotateSecret         | 401    403   403  403   403   404   401     401
webhooks.deliveries           | 401    403   403  403   403   404   401     401
webhooks.sendAgain            | 401    403   403  403   403   404   401     401
views.list                    | 401    200   200  200   200   200   401     401
views.create                  | 401    403   201  201   201   201   401     401
views.update                  | 401    404   404  404   404   404   401     401
views.remove                  | 401    404   404  404   404   404   401     401
`
const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [names = '', cells = ''] = line.split('|').map((part) => part.trim())
    const [call = '', ...kinds] = names.split(/,? /)
    const expected = cells.split(/\s+/).map(Number)
    return (kinds.length === 0 ? [undefined] : kinds).map((kind) => ({
      what: kind ? `${call} ${kind}` : call,
      call,
      kind,
      expected,
    }))
  })
/** Rows for the private counterparts, which respond to admins as the public endpoints do and deny all other callers. */
const TWINS = ROWS.filter(({ call }) => call.startsWith('assets.')).map(({ what, call, kind, expected }) => ({
  what: what.replace('assets.', 'privateAssets.'),
  call: call.replace('assets.', 'privateAssets.'),
  kind,
  expected: CALLERS.map((caller, i) => (caller === 'admin' || expected[i] === 401 ? expected[i] : 403)),
}))

const BODIES: Record<string, object | ((n: number) => object)> = {
  'accounts.giveRole': { role: 'developer' },
  'apiTokens.create': { name: 'CI', scopes: ['read'], expiresAt: '2026-06-01T00:00:00.000Z' },
  'applicationMorphedAssets.create': (n) => ({ applicationId: 'harbour', assetId: `asset-${n}`, bodyId: 'body' }),
  'privateApplicationMorphedAssets.create': (n) => ({
    applicationId: 'harbour',
    assetId: `asset-${n}`,
    bodyId: 'body',
  }),
  'cageMeshes.create': { name: 'C', gender: 'male', modelUrl: model, bodyId: 'body' },
  'privateCageMeshes.create': { name: 'C', gender: 'male', modelUrl: model, bodyId: 'body' },
  'cageMeshes.update': { name: 'C' },
  'cageMeshes.carry': { fromBodyId: 'other-body', toBodyId: 'body' },
  'morphedAssets.generate': (n) => ({ assetId: `asset-${n}`, bodyId: 'body' }),
  'privateMorphedAssets.generate': (n) => ({ assetId: `asset-${n}`, bodyId: 'body' }),
  'assets.create': { name: 'A', type: 'top', gender: 'male', modelUrl: model },
  'assets.validate': { modelUrl: model },
  'assets.import': { fileUrl: `/files/${'0'.repeat(64)}.zip`, applicationId: 'harbour' },
  'assets.predictTexture': { textureUrl: `/files/${'0'.repeat(64)}.png` },
  'assets.addToApplication': { applicationId: 'harbour' },
  'assets.updateApplication': { applicationId: 'harbour', position: 1 },
  'assets.removeFromApplication': { applicationId: 'harbour' },
  'assets.update': { name: 'B' },
  'assets.lock': {},
  'assets.makeVariant': { recipe: 'web' },
  'assets.revert': { entryId: 'unknown' },
  'assets.unlock': {},
  'auth.signup': {},
  'auth.signupPasswordless': (n) => ({ email: `new-${n}@house.example` }),
  'auth.requestLoginCode': (n) => ({ email: `code-${n}@house.example` }),
  'auth.login': { email: 'user@house.example', password: PASSWORD },
  'auth.refresh': { refreshToken: 'unknown' },
  'auth.logout': { refreshToken: 'unknown' },
  'auth.passwordIdVerification': { id: 'unknown' },
  'auth.requestProofCode': {},
  'auth.prove': { password: PASSWORD },
  'applicationAssets.syncWithParent': {},
  'privateApplicationAssets.syncWithParent': {},
  'assets.usingTemplate': (n) => ({ templateId: `asset-${n}`, name: 'A' }),
  'presence.announce': { tab: 'one', is: 'looking' },
  'privateUserAssets.add': { assetIds: ['no-such'] },
  'privateUserAssets.remove': { assetIds: ['no-such'] },
  'tags.create': (n) => ({ name: `Tag ${n}`, color: 'olive' }),
  'tags.update': { name: 'Tag', color: 'olive' },
  'tags.merge': { into: 'unknown' },
  'tags.setTag': { tagId: 'unknown', assetIds: ['asset-0'] },
  'tags.removeTag': { tagId: 'unknown', assetIds: ['asset-0'] },
  'users.resetPassword': (n) => ({ email: `reset-${n}@house.example` }),
  'users.passwordByCode': { id: 'unknown', password: 'another-quiet-harbour-8' },
  'users.verificationLink': { verificationId: 'unknown' },
  'users.verify': (n) => ({ email: `verify-${n}@house.example` }),
  'users.updateMe': { name: 'Ada' },
  'webhooks.create': { url: 'https://hooks.example/' },
  'webhooks.update': {},
  'views.create': { list: 'assets', name: 'Mine', query: {} },
  'views.update': { name: 'Mine' },
  'users.changePassword': { current: PASSWORD, password: 'another-quiet-harbour-8' },
}

let server: TestServer
let tokens: (string | undefined)[]
/** Account id of each token. */
let ids: (string | undefined)[]
let ownerId: string

beforeAll(async () => {
  // No workers: the state of jobs is not tested here.
  server = await openTestServer({
    workers: 0,
    deps: { renderIcon: async () => TINY_PNG, optimiseModel: async () => [] },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const expired = await server.account('admin', 'expired@house.example')
  server.advance(16 * 60_000)
  const [guest, user, admin] = [
    await server.account('anonymous'),
    await server.account('user'),
    await server.account('admin'),
  ]
  const [other, owner] = [
    await server.account('developer', 'other@house.example'),
    await server.account('developer', 'owner@house.example'),
  ]
  const [head, body, signature = ''] = admin.token.split('.')
  const tampered = [head, body, signature.replace(/^./, (it) => (it === 'A' ? 'B' : 'A'))].join('.')
  tokens = [undefined, ...[guest, user, other, owner, admin, expired].map(({ token }) => token), tampered]
  ids = [undefined, ...[guest, user, other, owner, admin, expired].map(({ id }) => id), admin.id]
  ownerId = owner.id
  const application = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: owner.id }
  await server.deps.db
    .insertInto('applications')
    .values({ ...application, created_at: START_TIME })
    .execute()
})

const isOfAsset = (call: string) =>
  /^(assets|presence|private(Application)?Assets|applicationAssets|(privateM|m)orphedAssets|(privateA|a)pplicationMorphedAssets)\./.test(
    call,
  )

/** Endpoints for cages and morphs use two bodies of the owner. */
const isOfBodies = (call: string) => /cageMeshes|morphed/i.test(call)

function idFor(call: string, kind: string | undefined, n: number): string {
  if (isOfAsset(call)) return `asset-${n}`
  if (call.startsWith('applications.')) return 'harbour'
  if (call.startsWith('jobs.')) return `job-${kind === 'own' ? n : 1}`
  return (kind === 'own' ? ids[n] : kind === 'another’s' ? ids[1] : undefined) ?? 'unknown'
}

const endpointOf = (call: string): Endpoint => {
  const [service = '', name = ''] = call.split('.')
  return (contract as unknown as Record<string, Record<string, Endpoint>>)[service]![name]!
}

test('the table of permissions names every endpoint and every kind of caller', () => {
  const calls = Object.entries(contract).flatMap(([service, endpoints]) =>
    Object.keys(endpoints).map((name) => `${service}.${name}`),
  )
  expect([...new Set([...ROWS, ...TWINS].map(({ call }) => call))].sort()).toEqual(calls.sort())
  expect(TABLE.trim().split('\n')[0]!.split('|')[1]!.trim().split(/\s+/)).toEqual([...CALLERS])
})

describe('access to an endpoint', () => {
  test.each([...ROWS, ...TWINS])(
    'is allowed or denied to each kind of caller as in the table: $what',
    async ({ call, kind, expected }) => {
      const { method, path } = endpointOf(call)
      const { db } = server.deps
      const responses: number[] = []
      for (const [n, token] of tokens.entries()) {
        if (isOfBodies(call) && n === 0)
          for (const id of ['body', 'other-body'])
            await insertAsset(db, { id, ownerId, isPublic: false, type: 'bodyshape' })
        if (isOfAsset(call)) await insertAsset(db, { id: `asset-${n}`, ownerId, isPublic: kind === 'public' })
        if (call.startsWith('jobs.')) await insertJob(db, `job-${kind === 'own' ? n : 1}`, ids[kind === 'own' ? n : 1])
        const id = idFor(call, kind, n)
        const address = path
          .replace('{applicationId}', 'harbour')
          .replace('{importId}', 'none')
          .replace('{sessionId}', 'none')
          .replace(/\{(id|tagId|userId)\}/, id)
          .replace('{email}', 'user@house.example')
        const sample = BODIES[call.replace('privateAssets.', 'assets.')]
        const body = typeof sample === 'function' ? sample(n) : sample
        const query = ['privateMorphedAssets.status', 'presence.list'].includes(call) ? `?assetId=${id}` : ''
        const { status } = await server.call(`${method} /${address}${query}`, {
          ...(token ? { token } : {}),
          ...(body ? { body } : {}),
        })
        responses.push(status)
      }
      expect(Object.fromEntries(CALLERS.map((caller, i) => [caller, responses[i]]))).toEqual(
        Object.fromEntries(CALLERS.map((caller, i) => [caller, expected[i]])),
      )
    },
  )
})
