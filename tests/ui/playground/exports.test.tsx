// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { ModelExports } from '../../../src/ui/playground/ModelExports.tsx'
import { downloadFile } from '../../../src/ui/viewer/stage/download-file.ts'
import type { FilmOptions, Studio } from '../../../src/ui/viewer/studio.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

function recordDownloads(): string[] {
  const names: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

const showExports = (studio: Partial<Studio>, hasEntrance = false) =>
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <ModelExports
        studio={{ filmTypes: async () => ['video/webm', 'video/mp4'], ...studio } as Studio}
        name="ines"
        hasEntrance={hasEntrance}
      />
    </AtelierContext>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const waitForFilmButton = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export film' }).disabled).toBe(false))

test('saves a file under its name with the extension of its type', () => {
  const names = recordDownloads()
  for (const type of ['image/jpeg', 'image/png', 'video/webm;codecs=vp9', 'video/mp4', 'model/vnd.usdz+zip'])
    downloadFile(new Blob([], { type }), 'ines')
  expect(names).toEqual(['ines.jpg', 'ines.png', 'ines.webm', 'ines.mp4', 'ines.usdz'])
})

test('exports an image strip, a film or a USDZ file once for each press, and nothing before', async () => {
  const names = recordDownloads()
  const strip = vi.fn(async () => new Blob([], { type: 'image/png' }))
  const film = vi.fn(async () => new Blob([], { type: 'video/webm' }))
  const usdz = vi.fn(async () => new Blob([], { type: 'model/vnd.usdz+zip' }))
  showExports({ strip, film, usdz })
  await waitForFilmButton()
  expect([strip, film, usdz].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  for (const [at, name] of ['Strip (PNG)', 'Export film', 'USDZ (AR)', 'USDZ (AR)'].entries()) {
    press(name)
    await waitFor(() => expect(names).toHaveLength(at + 1))
    await waitForFilmButton()
  }
  expect(names).toEqual(['ines.png', 'ines.webm', 'ines.usdz', 'ines.usdz'])
})

test('exports one file at a time, shows a failure, and exports nothing after unmounting', async () => {
  const names = recordDownloads()
  let finish = (_: Blob) => {}
  const film = vi.fn((_?: { signal?: AbortSignal }) => new Promise<Blob>((resolve) => (finish = resolve)))
  const strip = vi.fn(async () => Promise.reject<Blob>(new Error('No picture')))
  const { unmount } = showExports({ strip, film })
  press('Strip (PNG)')
  expect((await screen.findByRole('alert')).textContent).toBe('The export failed. Try another browser.')
  await waitForFilmButton()
  press('Export film')
  await waitFor(() => expect(film).toHaveBeenCalled())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Strip (PNG)' }).disabled).toBe(true)
  unmount()
  expect(film.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
  finish(new Blob([], { type: 'video/webm' }))
  await Promise.resolve()
  expect(names).toEqual([])
})

test('exports a film with the chosen options, shows its progress, and can be cancelled', async () => {
  const names = recordDownloads()
  const requests: FilmOptions[] = []
  const film = (options: FilmOptions = {}) => {
    requests.push(options)
    return new Promise<Blob>(() => {})
  }
  showExports({ film }, true)
  await waitForFilmButton()
  fireEvent.click(screen.getByRole('switch', { name: 'Transparent background' }))
  screen.getByRole('button', { name: 'Export film' }).focus()
  press('Export film')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(document.activeElement?.textContent).toBe('Cancel')
  act(() => requests[0]?.onProgress?.(0.25))
  expect(screen.getByRole('progressbar', { name: 'Film' }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('25%')).toBeTruthy()
  press('Cancel')
  await waitForFilmButton()
  expect(document.activeElement?.textContent).toBe('Export film')
  expect([requests[0]?.signal?.aborted, screen.queryByRole('alert')]).toEqual([true, null])
  for (const choice of ['Entrance', 'MP4']) fireEvent.click(screen.getByRole('radio', { name: choice }))
  // MP4 does not support transparency, so there is no switch for it.
  expect(screen.queryByRole('switch')).toBeNull()
  press('Export film')
  await waitFor(() => expect(requests).toHaveLength(2))
  const chosen = requests.map(({ of, type, background }) => [of, type, background])
  expect(chosen).toEqual([
    ['turn', 'video/webm', 'transparent'],
    ['entrance', 'video/mp4', undefined],
  ])
  expect(names).toEqual([])
})

test('shows no format choice if the browser records one film format, and a message if it records none', async () => {
  showExports({ filmTypes: async () => ['video/mp4'] })
  await waitForFilmButton()
  expect(screen.queryAllByRole('radio')).toEqual([])
  cleanup()
  showExports({ filmTypes: async () => [] })
  expect(await screen.findByText(/^This browser can’t make films\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export film' })).toBeNull()
})
