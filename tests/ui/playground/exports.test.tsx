// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { Exports } from '../../../src/ui/playground/Exports.tsx'
import { save } from '../../../src/ui/viewer/save.ts'
import type { FilmOptions, Studio } from '../../../src/ui/viewer/studio.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The names under which files are saved from now on. */
function saved(): string[] {
  const names: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

const shown = (studio: Partial<Studio>, hasEntrance = false) =>
  render(
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <Exports
        studio={{ filmTypes: async () => ['video/webm', 'video/mp4'], ...studio } as Studio}
        name="ines"
        hasEntrance={hasEntrance}
      />
    </AtelierContext>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const filmIsOffered = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export film' }).disabled).toBe(false))

test('a file is saved by its name with the ending of its type', () => {
  const names = saved()
  for (const type of ['image/jpeg', 'image/png', 'video/webm;codecs=vp9', 'video/mp4', 'model/vnd.usdz+zip'])
    save(new Blob([], { type }), 'ines')
  expect(names).toEqual(['ines.jpg', 'ines.png', 'ines.webm', 'ines.mp4', 'ines.usdz'])
})

test('a strip, a film and a file for the room are made when they are asked for, each press anew', async () => {
  const names = saved()
  const strip = vi.fn(async () => new Blob([], { type: 'image/png' }))
  const film = vi.fn(async () => new Blob([], { type: 'video/webm' }))
  const usdz = vi.fn(async () => new Blob([], { type: 'model/vnd.usdz+zip' }))
  shown({ strip, film, usdz })
  await filmIsOffered()
  expect([strip, film, usdz].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  for (const [at, name] of ['Strip (PNG)', 'Export film', 'USDZ (AR)', 'USDZ (AR)'].entries()) {
    press(name)
    await waitFor(() => expect(names).toHaveLength(at + 1))
    await filmIsOffered()
  }
  expect(names).toEqual(['ines.png', 'ines.webm', 'ines.usdz', 'ines.usdz'])
})

test('one at a time, none after the panel is left, and what fails is said', async () => {
  const names = saved()
  let finish = (_: Blob) => {}
  const film = vi.fn((_?: { signal?: AbortSignal }) => new Promise<Blob>((resolve) => (finish = resolve)))
  const strip = vi.fn(async () => Promise.reject<Blob>(new Error('No picture')))
  const { unmount } = shown({ strip, film })
  press('Strip (PNG)')
  expect((await screen.findByRole('alert')).textContent).toBe('The export failed. Try another browser.')
  await filmIsOffered()
  press('Export film')
  await waitFor(() => expect(film).toHaveBeenCalled())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Strip (PNG)' }).disabled).toBe(true)
  unmount()
  expect(film.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
  finish(new Blob([], { type: 'video/webm' }))
  await Promise.resolve()
  expect(names).toEqual([])
})

test('a film is what was chosen; how far it is stands there, and it can be given up', async () => {
  const names = saved()
  const asked: FilmOptions[] = []
  const film = (options: FilmOptions = {}) => {
    asked.push(options)
    return new Promise<Blob>(() => {})
  }
  shown({ film }, true)
  await filmIsOffered()
  fireEvent.click(screen.getByRole('switch', { name: 'Transparent background' }))
  screen.getByRole('button', { name: 'Export film' }).focus()
  press('Export film')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(document.activeElement?.textContent).toBe('Cancel')
  act(() => asked[0]?.onProgress?.(0.25))
  expect(screen.getByRole('progressbar', { name: 'Film' }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('25%')).toBeTruthy()
  press('Cancel')
  await filmIsOffered()
  expect(document.activeElement?.textContent).toBe('Export film')
  expect([asked[0]?.signal?.aborted, screen.queryByRole('alert')]).toEqual([true, null])
  for (const choice of ['Entrance', 'MP4']) fireEvent.click(screen.getByRole('radio', { name: choice }))
  // It carries no transparency.
  expect(screen.queryByRole('switch')).toBeNull()
  press('Export film')
  await waitFor(() => expect(asked).toHaveLength(2))
  const chosen = asked.map(({ of, type, background }) => [of, type, background])
  expect(chosen).toEqual([
    ['turn', 'video/webm', 'transparent'],
    ['entrance', 'video/mp4', undefined],
  ])
  expect(names).toEqual([])
})

test('only what the browser makes is offered, and where it makes none it says so', async () => {
  shown({ filmTypes: async () => ['video/mp4'] })
  await filmIsOffered()
  expect(screen.queryAllByRole('radio')).toEqual([])
  cleanup()
  shown({ filmTypes: async () => [] })
  expect(await screen.findByText(/^This browser can’t make films\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export film' })).toBeNull()
})
