import { expect, test } from 'vitest'
import { createClient } from '../../../src/api/client.ts'
import type { ErrorCode } from '../../../src/api/contract/errors.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { createHttp } from '../../../src/api/http.ts'
import { abilityWith } from '../../../src/machines/rules/ability.ts'
import type { AssetCommand } from '../../../src/machines/rules/asset-commands.ts'
import { assetCalls } from '../../../src/ui/asset/asset-calls.ts'
import { EMPTY_PAGE, NO_TOKENS } from '../../support/answered-client.ts'
import { assetWith } from '../../support/assets.ts'

const VERSION = '2026-11-02T08:00:00.000Z'
const asset = assetWith()
const ICON = `/files/${'b'.repeat(64)}.png`
const SEES_ALL = abilityWith([{ action: 'manage', subject: 'all' }])
const job = { id: 'j', kind: 'icon', status: 'done', progress: 1, attempts: 1, createdAt: VERSION }

/** The calls over a server that takes everything, and what it was asked; `refused`: what it says of a tag. */
function server(ability = SEES_ALL, refused: ErrorCode[] = []) {
  const asked: { what: string; body: unknown; version: string | null }[] = []
  const answerTo = (path: string): unknown => {
    if (/(changelog|application|applications|tags|assets)$/.test(path)) return EMPTY_PAGE
    if (path.endsWith('set-tag') || path.endsWith('remove-tag'))
      return { changed: [], assets: [], refused: refused.map((code) => ({ assetId: asset.id, code })) }
    if (path.endsWith('revert')) return { asset, reverted: [], left: [] }
    if (path.endsWith('sync-with-parent')) return { asset, changes: [] }
    if (path.endsWith('from-model')) return { asset, job }
    return asset
  }
  const http = createHttp({
    base: 'https://api.atelier.example/',
    tokens: NO_TOKENS,
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      const path = new URL(request.url).pathname.replace(asset.id, 'ID')
      const text = await request.text()
      asked.push({
        what: `${request.method} ${path}`,
        body: text === '' ? null : JSON.parse(text),
        version: request.headers.get('if-match'),
      })
      if (request.method === 'POST' && path === '/v1/tags')
        return Response.json({ tagId: 't9', name: 'kiln', color: 'lake', assetCount: 0 }, { status: 201 })
      const link = path.endsWith('/application') && request.method !== 'GET'
      return Response.json(link ? asset : answerTo(path))
    },
  })
  const sendFile = async (file: File, { kind }: { kind: string }) => {
    asked.push({ what: `sends ${kind} ${file.name} of ${file.size}`, body: null, version: null })
    return { url: ICON }
  }
  const capture = async () => new Blob(['four'])
  const needs = { ability: () => ability, sendFile: sendFile as never, capture }
  return { calls: assetCalls(createClient(contract, http), needs), asked }
}

const signal = new AbortController().signal
const LOADS = 6

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
  // What rests on what the page shows goes with its version.
  [{ do: 'revert', entryId: 'e1' }, 'POST /v1/assets/ID/revert', { entryId: 'e1' }, true],
  [{ do: 'adopt', recipe: 'web' }, 'POST /v1/assets/ID/variants/web/adopt', null, true],
  [{ do: 'sync' }, 'POST /v1/application-assets/ID/sync-with-parent', {}, true],
  [{ do: 'replace', modelUrl: asset.modelUrl }, 'PATCH /v1/assets/ID', { modelUrl: asset.modelUrl }, true],
])('%j is asked of the server, and then the page', async (command, what, body, isVersioned) => {
  const { calls, asked } = server()
  expect((await calls.perform(asset.id, command, VERSION, signal)).asset).toEqual(asset)
  expect(asked[0]).toEqual({ what, body, version: isVersioned ? `"${VERSION}"` : null })
  expect(asked).toHaveLength(1 + LOADS)
})

test('a tag that is made is put on the asset', async () => {
  const { calls, asked } = server()
  await calls.perform(asset.id, { do: 'makeTag', name: 'kiln' }, VERSION, signal)
  expect(asked.slice(0, 2).map(({ what }) => what)).toEqual(['POST /v1/tags', 'POST /v1/tags/set-tag'])
  expect(asked[1]?.body).toEqual({ tagId: 't9', assetIds: [asset.id] })
})

test('an asset that refused its tag is a failure with the reason', async () => {
  const { calls } = server(SEES_ALL, ['ASSET_LOCKED'])
  const told = calls.perform(asset.id, { do: 'tag', tagId: 't1', isOn: true }, VERSION, signal)
  await expect(told).rejects.toMatchObject({ code: 'ASSET_LOCKED' })
})

test('what the person may not read is not asked for', async () => {
  const { calls, asked } = server(abilityWith([{ action: 'read', subject: 'Asset' }]))
  const page = await calls.load(asset.id, signal)
  expect([page.applications, page.tags]).toEqual([[], []])
  expect(asked.map(({ what }) => what).sort()).toEqual([
    'GET /v1/assets',
    'GET /v1/assets/ID',
    'GET /v1/assets/ID/application',
    'GET /v1/assets/ID/backoffice-changelog',
  ])
})

test('the picture of the stage is sent and becomes the icon', async () => {
  const { calls, asked } = server()
  await calls.perform(asset.id, { do: 'portray' }, VERSION, signal)
  expect(asked.slice(0, 2)).toEqual([
    { what: 'sends icon icon.png of 4', body: null, version: null },
    { what: 'PATCH /v1/assets/ID', body: { iconUrl: ICON }, version: `"${VERSION}"` },
  ])
})
