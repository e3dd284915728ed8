import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/api/contract/endpoint.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { CALLS } from '../../support/contract-fields.ts'

const moment = '2026-03-02T09:00:00.000Z'
const url = (ending: string) => `/files/${'0'.repeat(64)}.${ending}`
const firstIssueOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message

test('every call with status 201 accepts an idempotency key, except the two sign-ups', () => {
  const making = CALLS.filter(({ endpoint }) => endpoint.status === 201)
  expect(making.length).toBeGreaterThan(10)
  expect(making.filter(({ endpoint }) => !endpoint.idempotent).map(({ name }) => name)).toEqual([
    'auth.signupPasswordless',
    'auth.signup',
  ])
  expect(contract.cageMeshes.carry.idempotent).toBe(true)
})

describe('the query schema', () => {
  const paged = { page: 2, limit: 20, after: 'abc' }
  const acceptedBodies: Record<string, readonly object[]> = {
    'accounts.list': [paged, { order: '-lastSeenAt', search: 'ada', role: ['admin'], kind: 'anonymous' }],
    'assets.get': [{}, { variant: 'web' }, { variant: 'phone' }, { variant: 'lods' }],
    'assets.list': [{ ...paged, locked: 'true' }, { locked: 'false' }, { locked: 'mine' }],
    'assets.duplicates': [
      { page: 2, limit: 20, order: 'total' },
      { order: '-total', field: 'texture' },
    ],
    'assets.importStatus': [paged, { order: '-place', outcome: ['made'] }],
    'assets.trash': [paged, { order: 'deletedAt' }, { order: '-name', search: 'boot' }],
    'audit.events': [paged, { order: '-at', key: ['asset.v1.deleted'], userId: 'u', assetId: 'a' }],
    'audit.list': [paged, { order: '-at', since: moment, until: moment, userId: 'u', address: 'x' }],
    'audit.own': [paged, { order: 'at', since: moment, until: moment }],
    'cageMeshes.list': [
      paged,
      { order: 'name' },
      { order: '-createdAt', assetType: ['top', 'whole'], gender: 'male', bodyId: 'b', search: 'x' },
    ],
    'jobs.list': [paged, { order: '-createdAt', kind: ['icon'], status: 'queued' }],
    'morphedAssetQueue.list': [paged, { order: 'createdAt', assetId: 'a', bodyId: ['b'], status: ['done'] }],
    'morphedAssetQueue.status': [{}, { assetId: 'a', bodyId: 'b' }],
    'privateMorphedAssets.list': [paged, { order: '-createdAt', assetId: 'a', bodyId: 'b', applicationId: ['c'] }],
    'privateMorphedAssets.status': [{ assetId: 'a' }],
    'presence.list': [{ assetId: 'a' }, { assetId: ['a', 'b'] }],
    'views.list': [{}, { list: 'assets' }],
    'webhooks.deliveries': [paged, { status: 'failed' }],
  }
  const schemaOf = (name: string) => CALLS.find((call) => call.name === name)!.endpoint.query!

  test.each(Object.entries(acceptedBodies))('for %s accepts valid parameters', (name, queries) => {
    for (const query of queries) expect(firstIssueOf(schemaOf(name), query), JSON.stringify(query)).toBe(undefined)
  })

  const refused: Record<string, readonly object[]> = {
    'accounts.list': [{ order: '' }, { order: 'email' }, { role: 'owner' }, { kind: ['registered'] }],
    'assets.get': [{ variant: '' }, { variant: 'original' }],
    'assets.list': [{ locked: '' }, { locked: 'yes' }, { after: 'a.b' }],
    'assets.duplicates': [{ after: 'abc' }, { order: '' }, { order: 'name' }, { field: '' }],
    'assets.importStatus': [{ order: '' }, { outcome: 'odd' }],
    'assets.trash': [{ order: '' }, { order: 'updatedAt' }],
    'audit.events': [{ order: '' }, { key: 'odd' }, { action: 'sign-in' }],
    'audit.list': [{ order: '' }, { action: 'odd' }, { since: 'today' }],
    'audit.own': [{ order: '' }, { userId: 'u' }],
    'cageMeshes.list': [{ order: '' }, { assetType: '' }, { assetType: 'odd' }],
    'jobs.list': [{ order: '' }, { status: 'odd' }],
    'morphedAssetQueue.list': [{ order: '' }, { status: 'odd' }],
    'morphedAssetQueue.status': [{ status: 'done' }],
    'privateMorphedAssets.list': [{ order: '' }],
    'presence.list': [{}, { assetId: '' }, { assetId: Array.from({ length: 101 }, () => 'a') }],
    'privateMorphedAssets.status': [{}],
    'views.list': [{ list: '' }, { list: 'a//b' }],
    'webhooks.deliveries': [{ status: 'odd' }],
  }
  test.each(Object.entries(refused))('for %s refuses unknown parameters and invalid values', (name, queries) => {
    for (const query of [...queries, { other: 1 }])
      expect(v.is(schemaOf(name), query), JSON.stringify(query)).toBe(false)
  })
})

describe('the body schema', () => {
  const asset = { name: 'Boot', type: 'footwear', gender: 'neutral', modelUrl: url('glb') }
  const cage = { name: 'Cage', gender: 'female', modelUrl: url('glb') }
  const token = { name: 'Build', scopes: ['read'], expiresAt: moment }

  test.each<[string, Endpoint, object, string]>([
    ['an empty asset name', contract.assets.create, { ...asset, name: '' }, 'asset.nameMissing'],
    [
      'an asset name that is too long',
      contract.assets.create,
      { ...asset, name: 'x'.repeat(121) },
      'asset.nameTooLong',
    ],
    ['an asset name with a line break', contract.assets.create, { ...asset, name: 'a\nb' }, 'asset.nameOdd'],
    ['an unknown asset type', contract.assets.create, { ...asset, type: 'x' }, 'asset.typeMissing'],
    ['an unknown gender of an asset', contract.assets.create, { ...asset, gender: 'x' }, 'asset.genderMissing'],
    [
      'a picture of more than 64 KB',
      contract.assets.predictTexture,
      { bytes: 'AAAA'.repeat(21_847) },
      'Send at most 64 KB. Upload larger images first.',
    ],
    ['a picture that is not base64', contract.assets.predictTexture, { bytes: '%' }, 'Encode the bytes in base64.'],
    [
      'a webhook URL with the scheme ftp',
      contract.webhooks.create,
      { url: 'ftp://hooks.example/' },
      'This is not a valid http or https URL.',
    ],
    [
      'a webhook URL that is no URL',
      contract.webhooks.create,
      { url: 'hooks' },
      'This is not a valid http or https URL.',
    ],
    [
      'a webhook URL with a user name',
      contract.webhooks.create,
      { url: 'https://u@hooks.example/' },
      'URLs with credentials are not allowed.',
    ],
    [
      'a webhook URL with a password',
      contract.webhooks.create,
      { url: 'https://:p@hooks.example/' },
      'URLs with credentials are not allowed.',
    ],
  ])('gives a specific message for %s', (_, endpoint, body, message) => {
    const messages = (issues: readonly v.BaseIssue<unknown>[]): string[] =>
      issues.flatMap((issue) => [issue.message, ...messages(issue.issues ?? [])])
    expect(messages(v.safeParse(endpoint.body!, body).issues ?? [])).toContain(message)
  })

  test.each<[string, Endpoint, readonly object[], readonly object[]]>([
    [
      'an asset',
      contract.assets.create,
      [asset, { ...asset, bodyId: 'b' }],
      [
        { ...asset, modelUrl: url('png') },
        { ...asset, bodyId: null },
      ],
    ],
    [
      'the change of an asset',
      contract.assets.update,
      [{ bodyId: 'b' }, { bodyId: null }],
      [{ bodyId: '' }, { iconUrl: null }],
    ],
    [
      'a cage mesh',
      contract.cageMeshes.create,
      [cage, { ...cage, assetType: 'top', bodyId: 'b' }],
      [
        { ...cage, modelUrl: url('psd') },
        { ...cage, assetType: null },
      ],
    ],
    [
      'the change of a cage mesh',
      contract.cageMeshes.update,
      [{}, { name: 'New' }, { assetType: null, bodyId: null }],
      [{ modelUrl: url('png') }, { bodyId: '' }],
    ],
    [
      'an asset from a template',
      contract.privateAssets.usingTemplate,
      [
        { templateId: 't', name: 'Boot' },
        { templateId: 't', name: 'Boot', type: 'top' },
      ],
      [{ name: 'Boot' }, { templateId: 't' }, { templateId: 't', name: 'Boot', owner: 'u' }],
    ],
    [
      'the prediction of a texture’s slot',
      contract.assets.predictTexture,
      [
        { textureUrl: url('png') },
        { textureUrl: url('jpg') },
        { textureUrl: url('webp') },
        { bytes: 'AAAA'.repeat(21_846) },
      ],
      [{ textureUrl: url('glb') }, { textureUrl: url('psd') }, { bytes: '' }, {}],
    ],
    [
      'an import',
      contract.assets.import,
      [{ fileUrl: url('zip'), applicationId: 'a' }],
      [
        { fileUrl: `x${url('zip')}`, applicationId: 'a' },
        { fileUrl: `${url('zip')}x`, applicationId: 'a' },
        { fileUrl: url('glb'), applicationId: 'a' },
      ],
    ],
    [
      'a webhook',
      contract.webhooks.create,
      [{ url: 'https://hooks.example/' }, { url: 'http://127.0.0.1:9/a?b#c' }],
      [
        { url: 'httpsx://hooks.example/' },
        { url: 'xhttp://hooks.example/' },
        { url: `https://a.example/${'x'.repeat(2000)}` },
      ],
    ],
    [
      'an API token',
      contract.apiTokens.create,
      [token],
      [
        { ...token, scopes: ['read', 'read'] },
        { ...token, scopes: [] },
        { ...token, expiresAt: '2026-13-01T00:00:00.000Z' },
      ],
    ],
  ])('for %s accepts valid and refuses invalid examples', (_, endpoint, good, bad) => {
    for (const body of good) expect(firstIssueOf(endpoint.body!, body), JSON.stringify(body)).toBe(undefined)
    for (const body of bad) expect(v.is(endpoint.body!, body), JSON.stringify(body).slice(0, 200)).toBe(false)
  })
})

describe('a saved view', () => {
  const checkQuery = (query: object) =>
    firstIssueOf(contract.views.create.body, { list: 'assets', name: 'Mine', query })
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
  const inLists = (levels: number): object => (levels === 1 ? {} : { a: [nested(levels - 2)] })

  test('has a query of at most ten levels, including arrays', () => {
    expect([nested(10), inLists(10), { a: null, b: 1, c: 'x' }].map(checkQuery)).toEqual(Array(3).fill(undefined))
    expect([nested(11), inLists(11)].map(checkQuery)).toEqual(Array(2).fill('At most 10 levels deep, with plain keys.'))
  })

  test('must not have control characters in a key of its query, on any level or in arrays', () => {
    expect([{ 'a\nb': 1 }, { a: { 'b\u202e': 1 } }, { a: [{ b: 1 }, { 'c\n': 1, d: 1 }] }].map(checkQuery)).toEqual(
      Array(3).fill('At most 10 levels deep, with plain keys.'),
    )
  })

  test('has a query of at most 8,000 characters as JSON', () => {
    const ofLength = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })
    expect([checkQuery(ofLength(8000)), checkQuery(ofLength(8001))]).toEqual([undefined, 'At most 8000 characters.'])
  })

  test.each([
    ['assets', true],
    ['applications/a-1/assets', true],
    ['assets/', false],
    ['/assets', false],
    ['assets/a b', false],
    ['x'.repeat(65), false],
  ])('with the list key %s is valid: %s', (list, isOne) => {
    expect(v.is(contract.views.create.body, { list, name: 'Mine', query: {} })).toBe(isOne)
  })
})
