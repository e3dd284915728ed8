// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Variant } from '../../../src/api/contract/variants.ts'
import type { AssetWork, Fits, Uses } from '../../../src/ui/asset/asset-work.ts'
import { assetWith } from '../../support/assets.ts'
import { pageOf, press, showAsset, stubPage } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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

/** Opens one of what is closed at first. */
async function open(
  title: string,
  work: Partial<AssetWork>,
  { values = {}, ability }: { values?: Parameters<typeof pageOf>[0]; ability?: unknown } = {},
) {
  const shown = await showAsset({ shows: 'aside', work: work as AssetWork, ...(ability !== undefined && { ability }) })
  await shown.last('load').answer(pageOf(values))
  await press(title)
  return shown
}
const rows = () => screen.getByRole('button', { name: 'Smaller versions' }).closest('section')!

describe('smaller versions', () => {
  test('stand with size and triangles before and after, and what looks different', async () => {
    const variants = [
      variant('web', { state: 'done', levels: [level] }),
      variant('phone', { state: 'done', isModel: true }),
    ]
    const shown = await open('Smaller versions', { variants: async () => variants })
    expect(await screen.findByText('2,000 → 1,000 triangles')).toBeTruthy()
    expect(screen.getByText('50 KB').parentElement?.textContent).toBe('100 KB → 50 KB')
    expect(screen.getByText('2% different on average')).toBeTruthy()
    expect(screen.getByAltText<HTMLImageElement>('What looks different').src).toContain('/files/difference.png')
    expect(screen.getByText('In use')).toBeTruthy()
    await press('Use as model')
    expect(shown.last('perform').given[0]).toEqual({ do: 'adopt', recipe: 'web' })
  })

  test('are made by a job that is followed, and asked for again at its end', async () => {
    const done = variant('web', { state: 'done', levels: [level] })
    const answers = [[variant('web')], [done]]
    const asked: string[] = []
    const job: Job = {
      id: 'j1',
      kind: 'optimise',
      status: 'done',
      progress: 1,
      attempts: 1,
      createdAt: '2026-11-01T08:00:00.000Z',
    }
    await open('Smaller versions', {
      variants: async () => answers.shift()!,
      makeVariant: async (recipe) => {
        asked.push(recipe)
        return job
      },
    })
    await act(async () => (await screen.findByRole('button', { name: 'Make' })).click())
    expect(await screen.findByText('Use as model')).toBeTruthy()
    expect(asked).toEqual(['web'])
  })

  test('that failed say why and can be tried again; a locked asset’s are only looked at', async () => {
    const variants = async () => [variant('web', { state: 'failed', error: 'It grew.' }), variant('phone')]
    await open('Smaller versions', { variants })
    expect((await screen.findByText('It grew.')).lang).toBe('en')
    expect(within(rows()).getByRole('button', { name: 'Retry' })).toBeTruthy()
    cleanup()
    await open('Smaller versions', { variants }, { values: { locked: true } })
    await screen.findByText('It grew.')
    expect(within(rows()).queryByRole('button', { name: 'Make' })).toBe(null)
  })

  test('that did not come say so, and are asked for again', async () => {
    const answers = [() => Promise.reject(FAILED), async () => [variant('web')]]
    await open('Smaller versions', { variants: () => answers.shift()!() })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Web')).toBeTruthy()
  })
})

describe('other bodies', () => {
  const entry = { id: 'q1', assetId: 'a', attempts: 1, createdAt: '2026-11-01T08:00:00.000Z' }
  const bodies = ['Own', 'Birch', 'Oak', 'Alder'].map((name) => assetWith({ id: name, name, type: 'bodyshape' }))
  const fits: Fits = {
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

  test('stand side by side, without its own: how far each is, how well it fits, why not', async () => {
    await open('On other bodies', { fits: async () => fits }, { values: { bodyId: 'Own' } })
    expect((await cards()).map((card) => card.textContent)).toEqual([
      'BirchReadyPoints inside the body3Points off target12Morph target points outside the cage4',
      'OakFailedThe cage is open.Retry',
      'AlderNot fitted yetFit',
    ])
    expect(screen.queryByText('Own')).toBe(null)
  })

  test('are fitted one by one, or all that are missing, and then asked for again', async () => {
    const asked: string[] = []
    let looks = 0
    await open(
      'On other bodies',
      {
        fits: async () => {
          looks += 1
          return fits
        },
        fit: async (bodyId) => void asked.push(bodyId),
      },
      { values: { bodyId: 'Own' } },
    )
    await cards()
    await press('Fit to Alder')
    expect([asked, looks]).toEqual([['Alder'], 2])
    await press('Fit to all missing')
    expect([asked, looks]).toEqual([['Alder', 'Oak', 'Alder'], 3])
  })

  test('are not offered for a body, nor to those who may not change the asset', async () => {
    const shown = await showAsset({ shows: 'aside' })
    await shown.last('load').answer(pageOf({ type: 'bodyshape' }))
    expect(screen.queryByText('On other bodies')).toBe(null)
    cleanup()
    const reader = await showAsset({ shows: 'aside', ability: [['read', 'Asset']] })
    await reader.last('load').answer(pageOf({ parentId: 'p' }))
    const titles = ['On other bodies', 'Parent', 'Where it’s used', 'Smaller versions']
    expect(titles.map((title) => screen.queryByText(title) !== null)).toEqual([false, false, false, true])
  })
})

describe('what was made of the model', () => {
  const beside = () => screen.getByRole('status', { name: 'Beside it' }).textContent
  const toggle = (name: string) => screen.findByRole('button', { name })

  test('is put beside it on the stage, one at a time, and taken away', async () => {
    const levels = [level, { ...level, modelUrl: '/files/smaller.glb' }]
    await open('Smaller versions', {
      variants: async () => [
        variant('web', { state: 'done', levels: [{ ...level, modelUrl: '/files/web.glb' }] }),
        variant('lods', { state: 'done', levels }),
      ],
    })
    fireEvent.click(await toggle('Compare with Web'))
    expect(beside()).toBe('Web /files/web.glb')
    fireEvent.click(await toggle('Compare with Levels of detail 2'))
    expect(beside()).toBe('Levels of detail 2 /files/smaller.glb')
    expect((await toggle('Compare with Web')).getAttribute('aria-pressed')).toBe('false')
    expect((await toggle('Compare with Levels of detail 2')).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(await toggle('Compare with Levels of detail 2'))
    expect(beside()).toBe('')
  })

  test('for another body is so too, while it is kept', async () => {
    const bodies = ['Birch', 'Oak'].map((name) => assetWith({ id: name, name, type: 'bodyshape' }))
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
    await open('On other bodies', { fits: async () => ({ bodies, entries }) }, { values: { bodyId: 'Own' } })
    fireEvent.click(await toggle('Compare with Birch'))
    expect(beside()).toBe('Birch /files/birch.glb')
    expect(screen.queryByRole('button', { name: 'Compare with Oak' })).toBe(null)
  })
})

describe('the parent', () => {
  const values = { parentId: 'p1' }

  test('shows what it is by now, and is taken over by one press', async () => {
    const changes = [{ field: 'name', before: 'Cap', after: 'Ferry Cap' }, { field: 'modelUrl' }]
    const shown = await open('Parent', { difference: async () => changes }, { values })
    expect(await screen.findByText('2 things differ from its parent.')).toBeTruthy()
    expect(screen.getByText('Model: a different file')).toBeTruthy()
    expect(screen.getByText('Cap').closest('span')?.textContent).toBe('Name Cap → Ferry Cap')
    await press('Sync with parent')
    expect(shown.last('perform').given[0]).toEqual({ do: 'sync' })
  })

  test('that is the same leaves nothing to do; of a locked asset it is not asked', async () => {
    await open('Parent', { difference: async () => [] }, { values })
    expect(await screen.findByText('The same as its parent.')).toBeTruthy()
    expect(screen.queryByText('Sync with parent')).toBe(null)
    cleanup()
    await open('Parent', {}, { values: { ...values, locked: true } })
    expect(await screen.findByText('Unlock it to compare it with its parent.')).toBeTruthy()
  })
})

test('where an asset is used is counted, with the way to those who would miss it and those who share its files', async () => {
  const named = (name: string) => ({ id: name, name, type: 'top' as const })
  const uses: Uses = {
    usage: {
      applications: 1,
      wardrobes: 4,
      children: { total: 1, assets: [named('Copy')] },
      asBody: { total: 0, assets: [] },
    },
    duplicates: [{ field: 'model', others: [named('Twin')] }],
  }
  await open('Where it’s used', { uses: async () => uses })
  expect(await screen.findByText('In 4 wardrobes')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Copy' }).getAttribute('href')).toBe('/assets/Copy')
  expect(screen.getByText('1 asset has the same model').querySelector('a')?.getAttribute('href')).toBe('/assets/Twin')
})
