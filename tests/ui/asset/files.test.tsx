// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Validation } from '../../../src/api/contract/validation.ts'
import type { AssetWork } from '../../../src/ui/asset/asset-work.ts'
import { assetWith } from '../../support/assets.ts'
import { showReplacing } from './replace-bench.tsx'
import { pageOf, press, showAsset, stubPage } from './support.tsx'

const ICON = `/files/${'b'.repeat(64)}.png`
const job = (status: Job['status'], more: Partial<Job> = {}): Job => ({
  id: 'j1',
  kind: 'icon',
  status,
  progress: 0,
  attempts: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  ...more,
})

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(work: Partial<AssetWork>, values: Parameters<typeof pageOf>[0] = {}) {
  const shown = await showAsset({ shows: 'aside', work: work as AssetWork })
  await shown.last('load').answer(pageOf(values))
  return shown
}
const choose = async (name: string) => {
  await press('Change')
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => void fireEvent.click(item))
}

describe('the icon', () => {
  test('is drawn by a job, whose progress shows; at its end the page asks for the asset', async () => {
    const reads: Job[] = [job('running', { progress: 0.4 }), job('done', { progress: 1 })]
    const shown = await open({ drawIcon: async () => job('queued'), readJob: async () => reads.shift()! })
    expect(screen.getByText('None yet')).toBeTruthy()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await press('Change')
    await act(() => vi.advanceTimersByTimeAsync(100))
    vi.useRealTimers()
    const item = await screen.findByRole('menuitem', { name: 'Generate from the model' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => void fireEvent.click(item))
    expect(screen.getByText('Generating… · 0%')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText('Generating… · 40%')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    vi.useRealTimers()
    await shown.last('load').answer(pageOf({ iconUrl: ICON }))
    expect(screen.getByText('Shown in lists')).toBeTruthy()
  })

  test('that could not be drawn says why', async () => {
    await open({ drawIcon: async () => job('failed', { error: 'The model cannot be drawn.' }) })
    await choose('Generate from the model')
    expect((await screen.findByText('The model cannot be drawn.')).lang).toBe('en')
    cleanup()
    await open({ drawIcon: () => Promise.reject(new ApiError('FETCH_ERROR', 'assets')) })
    await choose('Generate from the model')
    expect(await screen.findByText('Atelier can’t reach the service. Check your connection.')).toBeTruthy()
  })

  test('is taken from the stage as it is turned now, and can be had back', async () => {
    const shown = await open({}, { iconUrl: ICON })
    await choose('Use this view')
    expect(shown.last('perform').given[0]).toEqual({ do: 'portray' })
  })

  test('of a locked asset cannot be changed', async () => {
    await open({}, { locked: true })
    expect([screen.queryByText('Change'), screen.queryByText('Replace…')]).toEqual([null, null])
  })
})

const validation = (change: Partial<Validation> = {}): Validation => ({
  isValid: true,
  files: [],
  model: {
    stats: {
      triangles: 900,
      vertices: 700,
      drawCalls: 1,
      bones: 0,
      morphTargets: 0,
      textures: 0,
      materials: 1,
      animations: 0,
      textureBytes: 0,
      longestSide: 0,
      unreadImages: 0,
      bytes: 24_576,
    },
    notes: [],
  },
  report: {
    validatorVersion: '2',
    counts: { error: 0, warning: 1, info: 0, hint: 0 },
    findings: [{ code: 'ODD', message: 'Something is odd.', severity: 'warning', places: [] }],
    isCut: false,
  },
  ...change,
})

describe('a file in place of another', () => {
  /** The dialog over an upload that is sent at once. */
  async function drop(kind: 'glb' | 'icon', validate: AssetWork['validate'], name: string) {
    const told: string[] = []
    await showReplacing({
      kind,
      asset: assetWith(),
      work: { validate },
      onReplace: (url) => void told.push(`replaced by ${url}`),
      onClose: () => void told.push('closed'),
    })
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'.repeat(600)], name)] } }))
    return { told }
  }
  const replace = () => screen.getByRole('button', { name: 'Replace' })

  test('a model’s report stands beside what it replaces before it counts', async () => {
    const asked: string[] = []
    const check = async (url: string) => {
      asked.push(url)
      return validation()
    }
    const { told } = await drop('glb', check, 'boot.glb')
    const table = within(await screen.findByRole('table', { name: 'What changes' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NowNew',
      'Size46.9 KB24 KB',
      'Triangles1,200900',
      'Vertices700700',
      'Textures00',
    ])
    expect(screen.getByText('Something is odd.', { exact: false })).toBeTruthy()
    expect([asked, told]).toEqual([['/files/sent-boot.glb'], []])
    fireEvent.click(replace())
    expect(told).toEqual(['replaced by /files/sent-boot.glb', 'closed'])
  })

  test('an icon is seen before it counts', async () => {
    URL.createObjectURL = () => 'blob:icon'
    URL.revokeObjectURL = () => {}
    const { told } = await drop('icon', async () => validation(), 'boot.png')
    const dialog = screen.getByRole('dialog')
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe('blob:icon')
    fireEvent.click(replace())
    expect(told).toEqual(['replaced by /files/sent-boot.png', 'closed'])
  })

  test('a model with errors cannot take the place of another', async () => {
    const { told } = await drop('glb', async () => validation({ isValid: false }), 'boot.glb')
    expect(await screen.findByText('This model has errors and can’t be used.')).toBeTruthy()
    expect(replace().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(replace())
    expect(told).toEqual([])
  })

  test('a check that failed can be asked for again', async () => {
    let tries = 0
    const check = async () => {
      tries += 1
      if (tries === 1) throw new ApiError('FETCH_ERROR', 'assets')
      return validation()
    }
    await drop('glb', check, 'boot.glb')
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(replace().getAttribute('aria-disabled')).toBe(null)
  })
})
