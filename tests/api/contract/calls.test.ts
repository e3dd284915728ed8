import { expect, test } from 'vitest'
import { contract } from '../../../src/api/contract/index.ts'

// The twins of assets are the same calls for admins (`tests/server/handlers/private.test.ts`).
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

test('only who is not signed in yet, and a check of health, needs no token', () => {
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
    'v1/users/verify',
  ])
})

test('what is the caller’s own needs a token and no right, everything else a right to this kind of thing', () => {
  const rights = calls.flatMap(({ name, access }) => (access === 'anyone' ? [] : [[name, access] as const]))
  const open = (to: 'member' | 'session') => rights.flatMap(([name, access]) => (access === to ? [name] : [])).sort()
  expect(open('member')).toEqual(['jobs.cancel', 'jobs.get', 'jobs.list', 'jobs.retry', 'userAssets.get'])
  // None of these with an API token: whoever has one would have the account.
  expect(open('session')).toEqual([
    'apiTokens.create',
    'apiTokens.list',
    'apiTokens.revoke',
    'audit.own',
    'auth.logoutEverywhere',
    'auth.sessions',
    'presence.announce',
    'presence.list',
    'users.changePassword',
    'users.updateMe',
    'views.create',
    'views.list',
    'views.remove',
    'views.update',
  ])
  const needed = rights.flatMap(([name, access]) => (typeof access === 'string' ? [] : [`${name} ${access.join(' ')}`]))
  expect(needed.sort()).toEqual([
    'accounts.endSession manage all',
    'accounts.endSessions manage all',
    'accounts.get manage all',
    'accounts.giveRole manage all',
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
    'webhooks.create manage all',
    'webhooks.deliveries manage all',
    'webhooks.list manage all',
    'webhooks.remove manage all',
    'webhooks.rotateSecret manage all',
    'webhooks.sendAgain manage all',
    'webhooks.update manage all',
  ])
})

test.each(calls)('$name is explained by a sentence', ({ summary }) => {
  expect(summary).toMatch(/^[A-Z].{8,}\.$/)
})

test('what is made is answered with 201, everything else with 200', () => {
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
