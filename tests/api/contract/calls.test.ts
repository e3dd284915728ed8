import { expect, test } from 'vitest'
import { contract } from '../../../src/api/contract/index.ts'

// Excludes the variants of these calls under `private/` for admins (`tests/server/handlers/private.test.ts`).
const {
  privateAssets: _,
  privateApplicationAssets: __,
  privateApplicationMorphedAssets: ___,
  privateCageMeshes: ____,
  privateMorphedAssetQueue: _____,
  ...services
} = contract
const calls = Object.entries(services).flatMap(([service, them]) =>
  Object.entries(them).map(([name, it]) => ({ name: `${service}.${name}`, ...it })),
)

test('only health, sign-up, sign-in, refresh, sign-out, verification and recovery calls need no token', () => {
  expect(
    calls
      .filter(({ access }) => access === 'anyone')
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    'health',
    'v1/auth/login',
    'v1/auth/logout',
    'v1/auth/password-id-verification',
    'v1/auth/refresh',
    'v1/auth/request-login-code',
    'v1/auth/signup',
    'v1/auth/signup/passwordless',
    'v1/users/email/{email}',
    'v1/users/password-by-code',
    'v1/users/reset-password',
    'v1/users/verification-link',
    'v1/users/verify',
  ])
})

test('a call requires a permission, or only a token if the call concerns the caller’s own data', () => {
  const rights = calls.flatMap(({ name, access }) => (access === 'anyone' ? [] : [[name, access] as const]))
  const open = (to: 'member' | 'session' | 'fresh') =>
    rights.flatMap(([name, access]) => (access === to ? [name] : [])).sort()
  expect(open('member')).toEqual(['jobs.cancel', 'jobs.get', 'jobs.list', 'jobs.retry', 'userAssets.get'])
  // These calls refuse API tokens, because the holder of a token could take over the account.
  expect(open('session')).toEqual([
    'apiTokens.list',
    'apiTokens.revoke',
    'audit.own',
    'auth.endSession',
    'auth.logoutEverywhere',
    'auth.prove',
    'auth.requestProofCode',
    'auth.sessions',
    'presence.announce',
    'presence.list',
    'users.updateMe',
    'views.create',
    'views.list',
    'views.remove',
    'views.update',
  ])
  expect(open('fresh')).toEqual(['apiTokens.create', 'users.changePassword'])
  const needed = rights.flatMap(([name, access]) => (typeof access === 'string' ? [] : [`${name} ${access.join(' ')}`]))
  expect(needed.sort()).toEqual([
    'accounts.endSession manage all fresh',
    'accounts.endSessions manage all fresh',
    'accounts.get manage all',
    'accounts.giveRole manage all fresh',
    'accounts.list manage all',
    'accounts.sessions manage all',
    'applicationAssets.syncWithParent update Asset',
    'applicationMorphedAssets.create update Asset',
    'applications.get read Application',
    'applications.list read Application',
    'assets.addToApplication update Asset',
    'assets.adoptVariant update Asset',
    'assets.application read Asset',
    'assets.authorizeDefault read Asset',
    'assets.authorized read Asset',
    'assets.changelog read Asset',
    'assets.countByType read Asset',
    'assets.create create Asset',
    'assets.duplicates update Asset',
    'assets.editable read Asset',
    'assets.export export Application',
    'assets.generateIcon update Asset',
    'assets.get read Asset',
    'assets.import create Asset',
    'assets.importStatus create Asset',
    'assets.list read Asset',
    'assets.lock lock Asset',
    'assets.makeVariant update Asset',
    'assets.predictTexture create Asset',
    'assets.purge delete Asset',
    'assets.remove delete Asset',
    'assets.removeFromApplication update Asset',
    'assets.restore delete Asset',
    'assets.revert update Asset',
    'assets.source update Asset',
    'assets.trash delete Asset',
    'assets.turntable read Asset',
    'assets.unlock lock Asset',
    'assets.update update Asset',
    'assets.updateApplication update Asset',
    'assets.usage update Asset',
    'assets.validate create Asset',
    'assets.variants read Asset',
    'audit.assets read Asset',
    'audit.events read Asset',
    'audit.list manage all',
    'cageMeshes.carry update Asset',
    'cageMeshes.create create Asset',
    'cageMeshes.get create Asset',
    'cageMeshes.list create Asset',
    'cageMeshes.update update Asset',
    'files.describe create File',
    'files.usage create File',
    'morphedAssetQueue.list update Asset',
    'morphedAssetQueue.status update Asset',
    'morphedAssets.generate update Asset',
    'privateMorphedAssets.generate manage all',
    'privateMorphedAssets.list manage all',
    'privateMorphedAssets.status manage all',
    'privateUserAssets.add manage all',
    'privateUserAssets.get manage all',
    'privateUserAssets.remove manage all',
    'tags.create create Tag',
    'tags.list read Tag',
    'tags.merge delete Tag',
    'tags.remove delete Tag',
    'tags.removeTag update Asset',
    'tags.setTag update Asset',
    'tags.update update Tag',
    'webhooks.create manage all fresh',
    'webhooks.deliveries manage all',
    'webhooks.list manage all',
    'webhooks.remove manage all',
    'webhooks.rotateSecret manage all fresh',
    'webhooks.sendAgain manage all',
    'webhooks.update manage all fresh',
  ])
})

test.each(calls)('$name has a short title, and any description has the form of a sentence', (call) => {
  expect(call.summary).toMatch(/^[A-Z].{6,58}[^.]$/)
  if ('description' in call) expect(call.description).toMatch(/^[A-Z].{8,}\.$/)
})

test('a creation responds with 201 and every other call with 200', () => {
  expect(calls.flatMap(({ name, ...it }) => ('status' in it ? [`${name} ${it.status}`] : [])).sort()).toEqual([
    'apiTokens.create 201',
    'applicationMorphedAssets.create 201',
    'assets.create 201',
    'assets.import 201',
    'auth.signup 201',
    'auth.signupPasswordless 201',
    'cageMeshes.create 201',
    'morphedAssets.generate 201',
    'privateMorphedAssets.generate 201',
    'tags.create 201',
    'views.create 201',
    'webhooks.create 201',
  ])
})
