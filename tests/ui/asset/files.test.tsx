// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { FileValidationResult } from '../../../src/api/contract/validation.ts'
import type { AssetPanelCalls } from '../../../src/ui/asset/asset-panel-calls.ts'
import { createAsset } from '../../support/create-asset.ts'
import { modelFile } from '../new-asset/form-fixture.tsx'
import { showReplaceDialog } from './replace-fixture.tsx'
import { createAssetPage, press, showAsset, stubBrowserApis } from './support.tsx'

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

beforeEach(stubBrowserApis)

async function open(work: Partial<AssetPanelCalls>, values: Parameters<typeof createAssetPage>[0] = {}) {
  const view = await showAsset({ rendered: 'aside', work: work as AssetPanelCalls })
  await view.lastCall('load').resolve(createAssetPage(values))
  return view
}
const choose = async (name: string) => {
  await press('Change')
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => void fireEvent.click(item))
}

describe('the icon', () => {
  test('shows the progress of its rendering job, then reloads the asset', async () => {
    const reads: Job[] = [job('running', { progress: 0.4 }), job('done', { progress: 1 })]
    const view = await open({ generateIcon: async () => job('queued'), readJob: async () => reads.shift()! })
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
    await view.lastCall('load').resolve(createAssetPage({ iconUrl: ICON }))
    expect(screen.getByText('Shown in lists')).toBeTruthy()
  })

  test('shows why its generation from the model failed', async () => {
    await open({ generateIcon: async () => job('failed', { error: 'The model cannot be rendered.' }) })
    await choose('Generate from the model')
    expect((await screen.findByText('The model cannot be rendered.')).lang).toBe('en')
    cleanup()
    await open({ generateIcon: () => Promise.reject(new ApiError('FETCH_ERROR', 'assets')) })
    await choose('Generate from the model')
    expect(await screen.findByText('Atelier can’t reach the service. Check your connection.')).toBeTruthy()
  })

  test('is captured from the current view on “Use this view”', async () => {
    const view = await open({}, { iconUrl: ICON })
    await choose('Use this view')
    expect(view.lastCall('runCommand').args[0]).toEqual({ do: 'portray' })
  })

  test('cannot be changed while the asset is locked', async () => {
    await open({}, { locked: true })
    expect([screen.queryByText('Change'), screen.queryByText('Replace…')]).toEqual([null, null])
  })
})

const validation = (change: Partial<FileValidationResult> = {}): FileValidationResult => ({
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

describe('replacing a file', () => {
  async function dropFile(kind: 'glb' | 'icon', validate: AssetPanelCalls['validate'], name: string) {
    const events: string[] = []
    await showReplaceDialog({
      kind,
      asset: createAsset(),
      work: { validate },
      onReplace: (url) => void events.push(`replaced by ${url}`),
      onClose: () => void events.push('closed'),
    })
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'.repeat(600)], name)] } }))
    return { events }
  }
  const replaceButton = () => screen.getByRole('button', { name: 'Replace' })

  test('compares the new model with the current one before “Replace” is pressed', async () => {
    const requests: string[] = []
    const validate = async (url: string) => {
      requests.push(url)
      return validation()
    }
    const { events } = await dropFile('glb', validate, 'boot.glb')
    const table = within(await screen.findByRole('table', { name: 'What changes' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NowNew',
      'Size46.9 KB24 KB',
      'Triangles1,200900',
      'Vertices700700',
      'Textures00',
    ])
    expect(screen.getByText('Something is odd.', { exact: false })).toBeTruthy()
    expect([requests, events]).toEqual([['/files/sent-boot.glb'], []])
    fireEvent.click(replaceButton())
    expect(events).toEqual(['replaced by /files/sent-boot.glb', 'closed'])
  })

  test('shows the new icon before “Replace” is pressed', async () => {
    URL.createObjectURL = () => 'blob:icon'
    URL.revokeObjectURL = () => {}
    const { events } = await dropFile('icon', async () => validation(), 'boot.png')
    const dialog = screen.getByRole('dialog')
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe('blob:icon')
    fireEvent.click(replaceButton())
    expect(events).toEqual(['replaced by /files/sent-boot.png', 'closed'])
  })

  test('is disabled for a model with validation errors', async () => {
    const { events } = await dropFile('glb', async () => validation({ isValid: false }), 'boot.glb')
    expect(await screen.findByText('This model has errors and can’t be used.')).toBeTruthy()
    expect(replaceButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(replaceButton())
    expect(events).toEqual([])
  })

  test('repeats a failed validation request on “Retry”, then allows “Replace”', async () => {
    let tries = 0
    const validate = async () => {
      tries += 1
      if (tries === 1) throw new ApiError('FETCH_ERROR', 'assets')
      return validation()
    }
    await dropFile('glb', validate, 'boot.glb')
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(replaceButton().getAttribute('aria-disabled')).toBe(null)
  })

  test('deletes an unfinished upload on the server on Cancel, but no finished upload on Remove', async () => {
    const events: string[] = []
    const stored = { id: 'f1', url: '/files/f1.glb', sha256: '', type: 'model/gltf-binary' as const, bytes: 1 }
    const showAndPress = async (response: Promise<StoredFile>, status: string, button: string) => {
      const send = async () => response
      const discard = async (file: File, kind: string) => void events.push(`deleted ${kind} ${file.name}`)
      const dialog = {
        kind: 'glb' as const,
        asset: createAsset(),
        work: { validate: async () => validation() },
        onReplace() {},
        onClose: () => void events.push('closed'),
      }
      await showReplaceDialog(dialog, Object.assign(send, { discard }))
      const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
      await act(async () => void fireEvent.change(input, { target: { files: [modelFile('boot.glb')] } }))
      await screen.findByText(status)
      await press(button)
      cleanup()
    }
    await showAndPress(new Promise(() => {}), 'Uploading boot.glb', 'Cancel')
    await showAndPress(Promise.resolve(stored), 'boot.glb uploaded', 'Remove')
    expect(events).toEqual(['deleted glb boot.glb', 'closed'])
  })
})
