import { expect, test } from 'vitest'
import { createClient } from '../../../src/api/client.ts'
import type { ErrorCode } from '../../../src/api/contract/errors.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { createHttpClient } from '../../../src/api/http.ts'
import type { AssetCommand } from '../../../src/machines/asset/asset-commands.ts'
import { createAbility } from '../../../src/machines/session/ability.ts'
import { createAssetCalls } from '../../../src/ui/asset/asset-calls.ts'
import { createAsset } from '../../support/create-asset.ts'
import { EMPTY_PAGE, NO_TOKENS } from '../../support/stub-client.ts'

const VERSION = '2026-11-02T08:00:00.000Z'
const asset = createAsset()
const ICON = `/files/${'b'.repeat(64)}.png`
const ADMIN_ABILITY = createAbility([{ action: 'manage', subject: 'all' }])
const job = { id: 'j', kind: 'icon', status: 'done', progress: 1, attempts: 1, createdAt: VERSION }

/**
 * Creates API calls to a server stub that accepts all requests and records them. `refused`: error codes in the stub's response to setting
 * or removing a tag.
 */
function createStubbedCalls(ability = ADMIN_ABILITY, refused: ErrorCode[] = []) {
  const requests: { call: string; body: unknown; version: string | null }[] = []
  const responseTo = (path: string): unknown => {
    if (/(changelog|application|applications|tags|assets)$/.test(path)) return EMPTY_PAGE
    if (path.endsWith('set-tag') || path.endsWith('remove-tag'))
      return { changed: [], assets: [], refused: refused.map((code) => ({ assetId: asset.id, code })) }
    if (path.endsWith('source')) return { url: '/files/s.psd?grant=g', expiresAt: VERSION }
    if (path.endsWith('revert')) return { asset, reverted: [], left: [] }
    if (path.endsWith('sync-with-parent')) return { asset, changes: [] }
    if (path.endsWith('from-model')) return { asset, job }
    return asset
  }
  const http = createHttpClient({
    base: 'https://api.atelier.example/',
    tokens: NO_TOKENS,
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      const path = new URL(request.url).pathname.replace(asset.id, 'ID')
      const text = await request.text()
      requests.push({
        call: `${request.method} ${path}`,
        body: text === '' ? null : JSON.parse(text),
        version: request.headers.get('if-match'),
      })
      if (request.method === 'POST' && path === '/v1/tags')
        return Response.json({ tagId: 't9', name: 'kiln', color: 'lake', assetCount: 0 }, { status: 201 })
      const link = path.endsWith('/application') && request.method !== 'GET'
      return Response.json(link ? asset : responseTo(path))
    },
  })
  const sendFile = async (file: File, { kind }: { kind: string }) => {
    requests.push({ call: `sends ${kind} ${file.name} of ${file.size}`, body: null, version: null })
    return { url: ICON }
  }
  const capture = async () => new Blob(['four'])
  const download = (url: string) => void requests.push({ call: `downloads ${url}`, body: null, version: null })
  const addressOf = (path: string) => `https://api.atelier.example${path}`
  const dependencies = { ability: () => ability, sendFile: sendFile as never, capture, download, addressOf }
  return { calls: createAssetCalls(createClient(contract, http), dependencies), requests }
}

const signal = new AbortController().signal
const LOAD_REQUESTS = 6

test.each<[AssetCommand, string, unknown, boolean]>([
  [{ do: 'open', isOpen: true }, 'PATCH /v1/assets/ID', { defaultAuthorized: true }, false],
  [{ do: 'tag', tagId: 't1', isOn: false }, 'POST /v1/tags/remove-tag', { tagId: 't1', assetIds: [asset.id] }, false],
  [
    { do: 'tag', tagId: 't1', isOn: true, restores: VERSION },
    'POST /v1/tags/set-tag',
    { tagId: 't1', assetIds: [asset.id], restores: { [asset.id]: VERSION } },
    false,
  ],
  [
    { do: 'link', applicationId: 'a1', position: 2 },
    'POST /v1/assets/ID/application',
    { applicationId: 'a1', position: 2 },
    false,
  ],
  [
    { do: 'place', applicationId: 'a1', isVisible: false },
    'PATCH /v1/assets/ID/application',
    { applicationId: 'a1', isVisible: false },
    false,
  ],
  [{ do: 'unlink', applicationId: 'a1' }, 'DELETE /v1/assets/ID/application', { applicationId: 'a1' }, false],
  // Commands that depend on the displayed asset send its version.
  [{ do: 'revert', entryId: 'e1' }, 'POST /v1/assets/ID/revert', { entryId: 'e1' }, true],
  [{ do: 'adopt', recipe: 'web' }, 'POST /v1/assets/ID/variants/web/adopt', null, true],
  [{ do: 'sync' }, 'POST /v1/application-assets/ID/sync-with-parent', {}, true],
  [{ do: 'replace', modelUrl: asset.modelUrl }, 'PATCH /v1/assets/ID', { modelUrl: asset.modelUrl }, true],
])(
  'sends the command %j to the server, then reloads the data of the asset page',
  async (command, call, body, isVersioned) => {
    const { calls, requests } = createStubbedCalls()
    expect((await calls.runCommand(asset.id, command, VERSION, signal)).asset).toEqual(asset)
    expect(requests[0]).toEqual({ call, body, version: isVersioned ? `"${VERSION}"` : null })
    expect(requests).toHaveLength(1 + LOAD_REQUESTS)
  },
)

test('creates a tag and assigns the tag to the asset', async () => {
  const { calls, requests } = createStubbedCalls()
  await calls.runCommand(asset.id, { do: 'makeTag', name: 'kiln' }, VERSION, signal)
  expect(requests.slice(0, 2).map(({ call }) => call)).toEqual(['POST /v1/tags', 'POST /v1/tags/set-tag'])
  expect(requests[1]?.body).toEqual({ tagId: 't9', assetIds: [asset.id] })
})

test('rejects with the error code of the server if a tag cannot be set', async () => {
  const { calls } = createStubbedCalls(ADMIN_ABILITY, ['ASSET_LOCKED'])
  const result = calls.runCommand(asset.id, { do: 'tag', tagId: 't1', isOn: true }, VERSION, signal)
  await expect(result).rejects.toMatchObject({ code: 'ASSET_LOCKED' })
})

test('does not request applications and tags that the user is not allowed to read', async () => {
  const { calls, requests } = createStubbedCalls(createAbility([{ action: 'read', subject: 'Asset' }]))
  const page = await calls.load(asset.id, signal)
  expect([page.applications, page.tags]).toEqual([[], []])
  expect(requests.map(({ call }) => call).sort()).toEqual([
    'GET /v1/assets',
    'GET /v1/assets/ID',
    'GET /v1/assets/ID/application',
    'GET /v1/assets/ID/backoffice-changelog',
  ])
})

test('uploads a screenshot of the viewer, and saves the screenshot as the icon', async () => {
  const { calls, requests } = createStubbedCalls()
  await calls.runCommand(asset.id, { do: 'portray' }, VERSION, signal)
  expect(requests.slice(0, 2)).toEqual([
    { call: 'sends icon icon.png of 4', body: null, version: null },
    { call: 'PATCH /v1/assets/ID', body: { iconUrl: ICON }, version: `"${VERSION}"` },
  ])
})

test('requests a URL for the source file, and downloads the file from that URL', async () => {
  const { calls, requests } = createStubbedCalls()
  await calls.runCommand(asset.id, { do: 'source' }, VERSION, signal)
  expect(requests.slice(0, 2).map(({ call }) => call)).toEqual([
    'GET /v1/assets/ID/source',
    'downloads https://api.atelier.example/files/s.psd?grant=g',
  ])
})
