import { expect, test } from 'vitest'
import { contract } from '../../../src/api/contract/index.ts'

const calls = Object.entries(contract).flatMap(([service, them]) =>
  Object.entries(them).map(([name, it]) => ({ name: `${service}.${name}`, ...it })),
)

/** Other people's programs call these: what stands here is changed for a new version only (Spec §7). */
const ADDRESSES = [
  'DELETE v1/assets/{id}',
  'DELETE v1/assets/{id}/application',
  'DELETE v1/auth/sessions',
  'DELETE v1/tags/{tagId}',
  'GET health',
  'GET v1/applications',
  'GET v1/applications/{id}',
  'GET v1/assets',
  'GET v1/assets/countByType',
  'GET v1/assets/{id}',
  'GET v1/assets/{id}/application',
  'GET v1/assets/{id}/backoffice-changelog',
  'GET v1/auth/sessions',
  'GET v1/files/usage',
  'GET v1/files/{id}',
  'GET v1/tags',
  'GET v1/users/email/{email}',
  'PATCH v1/assets/{id}',
  'PATCH v1/assets/{id}/application',
  'PATCH v1/users/me',
  'PATCH v1/users/me/password',
  'PATCH v1/users/password-by-code',
  'POST v1/assets',
  'POST v1/assets/validate',
  'POST v1/assets/{id}/application',
  'POST v1/auth/login',
  'POST v1/auth/logout',
  'POST v1/auth/password-id-verification',
  'POST v1/auth/refresh',
  'POST v1/auth/request-login-code',
  'POST v1/auth/signup',
  'POST v1/auth/signup/passwordless',
  'POST v1/tags',
  'POST v1/tags/remove-tag',
  'POST v1/tags/set-tag',
  'POST v1/users/reset-password',
  'POST v1/users/verify',
  'PUT v1/assets/{id}/lock',
  'PUT v1/assets/{id}/unlock',
  'PUT v1/tags/{tagId}',
]

test('each call has its own address', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(ADDRESSES)
})

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
  expect(rights.flatMap(([name, access]) => (access === 'member' ? [name] : [])).sort()).toEqual([
    'auth.logoutEverywhere',
    'auth.sessions',
    'users.changePassword',
    'users.updateMe',
  ])
  const needed = rights.flatMap(([name, access]) => (typeof access === 'string' ? [] : [`${name} ${access.join(' ')}`]))
  expect(needed.sort()).toEqual([
    'applications.get read Application',
    'applications.list read Application',
    'assets.addToApplication update Asset',
    'assets.application read Asset',
    'assets.changelog read Asset',
    'assets.countByType read Asset',
    'assets.create create Asset',
    'assets.get read Asset',
    'assets.list read Asset',
    'assets.lock lock Asset',
    'assets.remove delete Asset',
    'assets.removeFromApplication update Asset',
    'assets.unlock lock Asset',
    'assets.update update Asset',
    'assets.updateApplication update Asset',
    'assets.validate create Asset',
    'files.describe create File',
    'files.usage create File',
    'tags.create create Tag',
    'tags.list read Tag',
    'tags.remove delete Tag',
    'tags.removeTag update Asset',
    'tags.setTag update Asset',
    'tags.update update Tag',
  ])
})

test.each(calls)('$name is explained by a sentence', ({ summary }) => {
  expect(summary).toMatch(/^[A-Z].{8,}\.$/)
})

test('what is made is answered with 201, everything else with 200', () => {
  expect(calls.flatMap(({ name, ...it }) => ('status' in it ? [`${name} ${it.status}`] : [])).sort()).toEqual([
    'assets.create 201',
    'auth.signup 201',
    'auth.signupPasswordless 201',
    'tags.create 201',
  ])
})
