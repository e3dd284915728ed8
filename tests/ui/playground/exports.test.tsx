// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { Exports } from '../../../src/ui/playground/Exports.tsx'
import { save } from '../../../src/ui/viewer/save.ts'
import type { Studio } from '../../../src/ui/viewer/studio.ts'
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

const shown = (studio: Partial<Studio>) =>
  render(
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <Exports studio={studio as Studio} name="ines" />
    </AtelierContext>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

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
  expect([strip, film, usdz].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  for (const [at, name] of ['Strip (PNG)', 'Film', 'USDZ (AR)', 'USDZ (AR)'].entries()) {
    press(name)
    await waitFor(() => expect(names).toHaveLength(at + 1))
    await waitFor(() => expect(screen.queryByText('Exporting…')).toBeNull())
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
  press('Film')
  await waitFor(() => expect(film).toHaveBeenCalled())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Strip (PNG)' }).disabled).toBe(true)
  unmount()
  expect(film.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
  finish(new Blob([], { type: 'video/webm' }))
  await Promise.resolve()
  expect(names).toEqual([])
})
