// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { HOVER_DELAY_MS, TurntablePictures } from '../../../src/ui/asset-list/TurntablePictures.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { navigatorWith } from '../../support/navigator.ts'

let prefersReducedMotion: boolean
let requests: string[]
/**
 * Responses for each asset, one for each request: the URL of the turntable image, a strip of frames. An empty string means that
 * the strip is still being rendered. `later` never resolves. No entry means that there is no strip.
 */
let responses: Record<string, string[]>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  prefersReducedMotion = false
  requests = []
  responses = { cap: ['', '', '/files/cap.webp'] }
  vi.stubGlobal('matchMedia', () => ({
    matches: prefersReducedMotion,
    addEventListener() {},
    removeEventListener() {},
  }))
})

function show(isFocused = false) {
  document.body.innerHTML = `<ul>${['cap', 'hat']
    .map(
      (id) =>
        `<li data-tile="true"><span data-turns="${id}"><span><img alt="${id}"></span></span><a href="#${id}">${id}</a></li>`,
    )
    .join('')}</ul>`
  const loadTurntable = async (id: string) => {
    requests.push(id)
    const [turntableUrl] = responses[id]?.splice(0, 1) ?? []
    if (turntableUrl === 'later') return new Promise<never>(() => {})
    if (turntableUrl === '') return { state: 'drawing' as const }
    return turntableUrl === undefined ? { state: 'none' as const } : { state: 'done' as const, turntableUrl }
  }
  const view = (
    <AtelierContext value={{ cache: createQueryCache() } as never}>
      <TurntablePictures loadTurntable={loadTurntable} />
    </AtelierContext>
  )
  if (isFocused) screen.getByRole('link', { name: 'cap' }).focus()
  render(view)
}
const hover = (id: string, pointerType = 'mouse') =>
  act(async () => {
    fireEvent(screen.getByAltText(id), Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }))
  })
const leave = () => fireEvent(document.documentElement, new MouseEvent('pointerleave'))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Returns the ids of the assets whose pictures show a progress bar while their strip is rendered. */
const idsWithProgress = () =>
  [...document.querySelectorAll<HTMLElement>('[data-turns] > [aria-hidden="true"]')].map(
    ({ parentElement }) => parentElement!.dataset['turns'],
  )
const strip = () => document.querySelector<HTMLImageElement>('span > img[alt=""]')

test('shows the turntable over an icon after the hover delay, until another row is hovered', async () => {
  show()
  await hover('cap')
  await wait(HOVER_DELAY_MS - 1)
  expect(requests).toEqual([])
  await wait(1)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  const stripFrame = strip()!.parentElement!
  expect(stripFrame.parentElement!.firstElementChild).toBe(screen.getByAltText('cap'))
  expect(stripFrame.hasAttribute('data-ready')).toBe(false)
  fireEvent.load(strip()!)
  expect(stripFrame.hasAttribute('data-ready')).toBe(true)
  await hover('hat')
  expect(strip()).toBe(null)
  await wait(HOVER_DELAY_MS)
  expect(strip()).toBe(null)
  expect(requests).toEqual(['cap', 'cap', 'cap', 'hat'])
})

test('shows the turntable on hover over the text of a grid tile, but not over the text of other rows', async () => {
  show()
  const hoverElement = (element: Element) =>
    act(
      async () =>
        void fireEvent(
          element,
          Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }),
        ),
    )
  await hoverElement(screen.getByRole('link', { name: 'cap' }))
  await wait(HOVER_DELAY_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  const picture = '<span data-turns="boot"><span><img alt="boot"></span></span>'
  for (const rows of [
    `<table><tr><td>${picture}</td><td>Boot</td></tr></table>`,
    `<ul><li>${picture} Boot</li></ul>`,
  ]) {
    const container = document.createElement('div')
    container.innerHTML = rows
    document.body.append(container)
    await hoverElement(screen.getByText('Boot'))
    await wait(HOVER_DELAY_MS)
    expect(strip()).toBe(null)
    container.remove()
  }
  expect(requests).not.toContain('boot')
})

test('requests no turntable when the pointer only crosses the list, or for touch', async () => {
  show()
  for (const id of ['cap', 'hat', 'cap', 'hat']) {
    await hover(id)
    await wait(HOVER_DELAY_MS / 2)
  }
  leave()
  await wait(HOVER_DELAY_MS)
  await hover('cap', 'touch')
  await wait(HOVER_DELAY_MS)
  expect(requests).toEqual([])
})

test('requests and shows no turntable under reduced motion', async () => {
  prefersReducedMotion = true
  show(true)
  await wait(HOVER_DELAY_MS)
  expect([requests, strip()]).toEqual([[], null])
})

test('requests no turntable on hover or focus while data saving is on', async () => {
  vi.stubGlobal('navigator', navigatorWith({ connection: { saveData: true } }))
  show(true)
  await wait(HOVER_DELAY_MS)
  await hover('hat')
  await wait(HOVER_DELAY_MS)
  expect([requests, strip()]).toEqual([[], null])
})

test('shows the turntable of a row with keyboard focus, even if the row was focused before the mount', async () => {
  show(true)
  await wait(HOVER_DELAY_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Tab' }))
  responses['hat'] = ['/files/hat.webp']
  await act(async () => screen.getByRole('link', { name: 'hat' }).focus())
  await wait(HOVER_DELAY_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/hat.webp')
  await act(async () => screen.getByRole('link', { name: 'hat' }).blur())
  expect(strip()).toBe(null)
})

test('shows progress on the hovered picture while its turntable is rendered for the first time', async () => {
  responses = { cap: ['', 'later'], hat: ['later'] }
  show()
  await hover('cap')
  await wait(HOVER_DELAY_MS)
  expect([idsWithProgress(), strip()]).toEqual([['cap'], null])
  await hover('hat')
  await wait(HOVER_DELAY_MS)
  expect(idsWithProgress()).toEqual(['hat'])
  // Screen readers get no announcement and find no text.
  expect(document.querySelectorAll('[role="status"], [role="progressbar"], [aria-live]')).toHaveLength(0)
  expect(document.querySelector('[data-turns="hat"]')!.textContent).toBe('')
  responses['cap'] = ['/files/cap.webp']
  await hover('cap')
  await wait(HOVER_DELAY_MS)
  expect([idsWithProgress(), strip()!.getAttribute('src')]).toEqual([[], '/files/cap.webp'])
})

test('shows no progress on the picture of an asset without a turntable', async () => {
  show()
  await hover('hat')
  await wait(HOVER_DELAY_MS)
  expect(idsWithProgress()).toEqual([])
})
