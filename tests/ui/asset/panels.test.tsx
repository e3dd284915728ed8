// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Variant } from '../../../src/api/contract/variants.ts'
import type { AssetMorphs, AssetPanelCalls, UsageAndDuplicates } from '../../../src/ui/asset/asset-panel-calls.ts'
import { createAsset } from '../../support/create-asset.ts'
import { createAssetPage, press, showAsset, stubBrowserApis } from './support.tsx'

beforeEach(stubBrowserApis)

const FAILED = new ApiError('FETCH_ERROR', 'assets')
const stats = { triangles: 2000, vertices: 900, textures: 1, bytes: 102_400 }
const variant = (recipe: Variant['recipe'], change: Partial<Variant> = {}): Variant => ({
  recipe,
  state: 'none',
  isModel: false,
  levels: [],
  ...change,
})
const level = {
  modelUrl: '/files/small.glb',
  before: stats,
  after: { ...stats, triangles: 1000, bytes: 51_200 },
  difference: { mean: 0.02, max: 0.4 },
  differenceUrl: '/files/difference.png',
}

async function open(
  title: string,
  work: Partial<AssetPanelCalls>,
  { values = {}, ability }: { values?: Parameters<typeof createAssetPage>[0]; ability?: unknown } = {},
) {
  const view = await showAsset({
    rendered: 'aside',
    work: work as AssetPanelCalls,
    ...(ability !== undefined && { ability }),
  })
  await view.lastCall('load').resolve(createAssetPage(values))
  await press(title)
  return view
}
const versionsPanel = () => screen.getByRole('button', { name: 'Optimised versions' }).closest('section')!

describe('optimised versions', () => {
  test('show size and triangles before and after, and visible differences', async () => {
    const variants = [
      variant('web', { state: 'done', levels: [level] }),
      variant('phone', { state: 'done', isModel: true }),
    ]
    const view = await open('Optimised versions', { variants: async () => variants })
    expect(await screen.findByText('2,000 → 1,000 triangles')).toBeTruthy()
    expect(screen.getByText('50 KB').parentElement?.textContent).toBe('100 KB → 50 KB')
    expect(screen.getByText('Average difference: 2%')).toBeTruthy()
    expect(screen.getByAltText<HTMLImageElement>('Visual diff').src).toContain('/files/difference.png')
    expect(screen.getByText('In use')).toBeTruthy()
    await press('Use as model')
    expect(view.lastCall('runCommand').args[0]).toEqual({ do: 'adopt', recipe: 'web' })
  })

  test('reload when the job started by “Generate” is done', async () => {
    const done = variant('web', { state: 'done', levels: [level] })
    const responses = [[variant('web')], [done]]
    const recipes: string[] = []
    const job: Job = {
      id: 'j1',
      kind: 'optimise',
      status: 'done',
      progress: 1,
      attempts: 1,
      createdAt: '2026-11-01T08:00:00.000Z',
    }
    await open('Optimised versions', {
      variants: async () => responses.shift()!,
      makeVariant: async (recipe) => {
        recipes.push(recipe)
        return job
      },
    })
    const make = await screen.findByRole('button', { name: 'Generate' })
    await act(async () => make.click())
    expect(await screen.findByText('Use as model')).toBeTruthy()
    expect(recipes).toEqual(['web'])
  })

  test('show why a version failed, with a retry, and offer no “Generate” if the asset is locked', async () => {
    const variants = async () => [variant('web', { state: 'failed', error: 'It grew.' }), variant('phone')]
    await open('Optimised versions', { variants })
    expect((await screen.findByText('It grew.')).lang).toBe('en')
    expect(within(versionsPanel()).getByRole('button', { name: 'Retry' })).toBeTruthy()
    cleanup()
    await open('Optimised versions', { variants }, { values: { locked: true } })
    await screen.findByText('It grew.')
    expect(within(versionsPanel()).queryByRole('button', { name: 'Generate' })).toBe(null)
  })

  test('show an error with a retry if the request for the versions fails', async () => {
    const responses = [() => Promise.reject(FAILED), async () => [variant('web')]]
    await open('Optimised versions', { variants: () => responses.shift()!() })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Web')).toBeTruthy()
  })
})

describe('versions fitted to other bodies', () => {
  const entry = { id: 'q1', assetId: 'a', attempts: 1, createdAt: '2026-11-01T08:00:00.000Z' }
  const bodies = ['Own', 'Birch', 'Oak', 'Alder'].map((name) => createAsset({ id: name, name, type: 'bodyshape' }))
  const morphs: AssetMorphs = {
    bodies,
    entries: [
      {
        ...entry,
        bodyId: 'Birch',
        status: 'done',
        report: { newlyInside: 3, turnedOver: 0, missed: 12, keysOutside: 4 },
      },
      { ...entry, bodyId: 'Oak', status: 'failed', error: 'The cage is open.' },
    ],
  }
  const cards = async () => {
    await screen.findByText('Birch')
    return screen
      .getAllByRole('listitem')
      .filter((it) => ['Birch', 'Oak', 'Alder'].some((name) => it.textContent?.startsWith(name)))
  }

  test('show status, quality or failure for each body except the body of the asset', async () => {
    await open('Fitted versions', { morphs: async () => morphs }, { values: { bodyId: 'Own' } })
    expect((await cards()).map((card) => card.textContent)).toEqual([
      'BirchReadyPoints inside the body3Points off target12Morph target points outside the cage4',
      'OakFailedThe cage is open.Retry',
      'AlderNot fitted yetFit',
    ])
    expect(screen.queryByText('Own')).toBe(null)
  })

  test('are generated for one body or for all remaining bodies, then reload', async () => {
    const bodyIds: string[] = []
    let loads = 0
    await open(
      'Fitted versions',
      {
        morphs: async () => {
          loads += 1
          return morphs
        },
        generateMorph: async (bodyId) => void bodyIds.push(bodyId),
      },
      { values: { bodyId: 'Own' } },
    )
    await cards()
    await press('Fit to Alder')
    expect([bodyIds, loads]).toEqual([['Alder'], 2])
    await press('Fit to the remaining bodies')
    expect([bodyIds, loads]).toEqual([['Alder', 'Oak', 'Alder'], 3])
  })

  test('are hidden for an asset that is a body, and for users without permission', async () => {
    const view = await showAsset({ rendered: 'aside' })
    await view.lastCall('load').resolve(createAssetPage({ type: 'bodyshape' }))
    expect(screen.queryByText('Fitted versions')).toBe(null)
    cleanup()
    const reader = await showAsset({ rendered: 'aside', ability: [['read', 'Asset']] })
    await reader.lastCall('load').resolve(createAssetPage({ parentId: 'p' }))
    const titles = ['Fitted versions', 'Template', 'Where it’s used', 'Optimised versions']
    expect(titles.map((title) => screen.queryByText(title) !== null)).toEqual([false, false, false, true])
  })
})

describe('comparing a version with the model', () => {
  const comparedText = () => screen.getByRole('status', { name: 'Compared model' }).textContent
  const findButton = (name: string) => screen.findByRole('button', { name })

  test('shows one version at a time, until its button is pressed again', async () => {
    const levels = [level, { ...level, modelUrl: '/files/smaller.glb' }]
    await open('Optimised versions', {
      variants: async () => [
        variant('web', { state: 'done', levels: [{ ...level, modelUrl: '/files/web.glb' }] }),
        variant('lods', { state: 'done', levels }),
      ],
    })
    fireEvent.click(await findButton('Compare with Web'))
    expect(comparedText()).toBe('Web /files/web.glb')
    fireEvent.click(await findButton('Compare with Levels of detail 2'))
    expect(comparedText()).toBe('Levels of detail 2 /files/smaller.glb')
    expect((await findButton('Compare with Web')).getAttribute('aria-pressed')).toBe('false')
    expect((await findButton('Compare with Levels of detail 2')).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(await findButton('Compare with Levels of detail 2'))
    expect(comparedText()).toBe('')
  })

  test('is offered for a version fitted to another body only if its file is stored', async () => {
    const bodies = ['Birch', 'Oak'].map((name) => createAsset({ id: name, name, type: 'bodyshape' }))
    const entry = {
      id: 'q1',
      assetId: 'a',
      attempts: 1,
      createdAt: '2026-11-01T08:00:00.000Z',
      status: 'done' as const,
    }
    const entries = [
      { ...entry, bodyId: 'Birch', modelUrl: '/files/birch.glb' },
      { ...entry, bodyId: 'Oak' },
    ]
    await open('Fitted versions', { morphs: async () => ({ bodies, entries }) }, { values: { bodyId: 'Own' } })
    fireEvent.click(await findButton('Compare with Birch'))
    expect(comparedText()).toBe('Birch /files/birch.glb')
    expect(screen.queryByRole('button', { name: 'Compare with Oak' })).toBe(null)
  })
})

describe('the template panel', () => {
  const values = { parentId: 'p1' }

  test('shows the differences from the template and adopts all on “Sync with template”', async () => {
    const changes = [{ field: 'name', before: 'Cap', after: 'Ferry Cap' }, { field: 'modelUrl' }]
    const view = await open('Template', { previewParentSync: async () => changes }, { values })
    expect(await screen.findByText('2 differences from its template.')).toBeTruthy()
    expect(screen.getByText('Model: a different file')).toBeTruthy()
    expect(screen.getByText('Cap').closest('span')?.textContent).toBe('Name Cap → Ferry Cap')
    await press('Sync with template')
    expect(view.lastCall('runCommand').args[0]).toEqual({ do: 'sync' })
  })

  test('offers no sync if the asset equals its template, and requests nothing for a locked asset', async () => {
    await open('Template', { previewParentSync: async () => [] }, { values })
    expect(await screen.findByText('Same as its template.')).toBeTruthy()
    expect(screen.queryByText('Sync with template')).toBe(null)
    cleanup()
    await open('Template', {}, { values: { ...values, locked: true } })
    expect(await screen.findByText('Unlock it to compare it with its template.')).toBeTruthy()
  })
})

test('counts the uses of an asset, and links to its copies and to assets with the same files', async () => {
  const createNamedAsset = (name: string) => ({ id: name, name, type: 'top' as const })
  const uses: UsageAndDuplicates = {
    usage: {
      applications: 1,
      wardrobes: 4,
      children: { total: 1, assets: [createNamedAsset('Copy')] },
      asBody: { total: 0, assets: [] },
    },
    duplicates: [{ field: 'model', others: [createNamedAsset('Twin')] }],
  }
  await open('Where it’s used', { usage: async () => uses })
  expect(await screen.findByText('In 4 wardrobes')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Copy' }).getAttribute('href')).toBe('/assets/Copy')
  expect(screen.getByText('1 asset has the same model').querySelector('a')?.getAttribute('href')).toBe('/assets/Twin')
})
