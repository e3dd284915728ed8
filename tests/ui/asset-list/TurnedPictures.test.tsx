// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { POINTED_MS, TurnedPictures } from '../../../src/ui/asset-list/TurnedPictures.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'

let isStill: boolean
let asked: string[]
/** How each question about an asset is answered in turn; '' is not yet, nothing is never. */
let answers: Record<string, string[]>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  isStill = false
  asked = []
  answers = { cap: ['', '', '/files/cap.webp'] }
  vi.stubGlobal('matchMedia', () => ({ matches: isStill, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(isAt = false) {
  document.body.innerHTML = `<ul>${['cap', 'hat']
    .map(
      (id) =>
        `<li data-tile="true"><span data-turns="${id}"><span><img alt="${id}"></span></span><a href="#${id}">${id}</a></li>`,
    )
    .join('')}</ul>`
  const ask = async (id: string) => {
    asked.push(id)
    const [turntableUrl] = answers[id]?.splice(0, 1) ?? []
    if (turntableUrl === 'later') return new Promise<never>(() => {})
    if (turntableUrl === '') return { state: 'drawing' as const }
    return turntableUrl === undefined ? { state: 'none' as const } : { state: 'done' as const, turntableUrl }
  }
  const shown = (
    <AtelierContext value={{ kept: createCache() } as never}>
      <TurnedPictures ask={ask} />
    </AtelierContext>
  )
  if (isAt) screen.getByRole('link', { name: 'cap' }).focus()
  render(shown)
}
const point = (id: string, pointerType = 'mouse') =>
  act(async () => {
    fireEvent(screen.getByAltText(id), Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }))
  })
const leave = () => fireEvent(document.documentElement, new MouseEvent('pointerleave'))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** What says that a strip is on its way, on which picture. */
const drawing = () =>
  [...document.querySelectorAll<HTMLElement>('[data-turns] > [aria-hidden="true"]')].map(
    ({ parentElement }) => parentElement!.dataset['turns'],
  )
const strip = () => document.querySelector<HTMLImageElement>('span > img[alt=""]')

test('a picture turns once it is pointed at for a while and drawn, over its icon, and stops as the pointer goes on', async () => {
  show()
  await point('cap')
  await wait(POINTED_MS - 1)
  expect(asked).toEqual([])
  await wait(1)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  const place = strip()!.parentElement!
  expect(place.parentElement!.firstElementChild).toBe(screen.getByAltText('cap'))
  expect(place.hasAttribute('data-ready')).toBe(false)
  fireEvent.load(strip()!)
  expect(place.hasAttribute('data-ready')).toBe(true)
  await point('hat')
  expect(strip()).toBe(null)
  await wait(POINTED_MS)
  // There is none of it yet.
  expect(strip()).toBe(null)
  expect(asked).toEqual(['cap', 'cap', 'cap', 'hat'])
})

test('among pictures side by side the words below one turn it too; in a table or a list, whose rows one reads, they do not', async () => {
  show()
  const over = (element: Element) =>
    act(
      async () =>
        void fireEvent(
          element,
          Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }),
        ),
    )
  await over(screen.getByRole('link', { name: 'cap' }))
  await wait(POINTED_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  const picture = '<span data-turns="boot"><span><img alt="boot"></span></span>'
  for (const rows of [
    `<table><tr><td>${picture}</td><td>Boot</td></tr></table>`,
    `<ul><li>${picture} Boot</li></ul>`,
  ]) {
    const read = document.createElement('div')
    read.innerHTML = rows
    document.body.append(read)
    await over(screen.getByText('Boot'))
    await wait(POINTED_MS)
    expect(strip()).toBe(null)
    read.remove()
  }
  expect(asked).not.toContain('boot')
})

test('crossing the list asks for nothing, and a finger asks for nothing', async () => {
  show()
  for (const id of ['cap', 'hat', 'cap', 'hat']) {
    await point(id)
    await wait(POINTED_MS / 2)
  }
  leave()
  await wait(POINTED_MS)
  await point('cap', 'touch')
  await wait(POINTED_MS)
  expect(asked).toEqual([])
})

test('who wants little motion is asked for nothing and shown nothing', async () => {
  isStill = true
  show(true)
  await wait(POINTED_MS)
  expect([asked, strip()]).toEqual([[], null])
})

test('where data is to be saved nothing is asked for, neither for what is pointed at nor for what has the focus', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }))
  show(true)
  await wait(POINTED_MS)
  await point('hat')
  await wait(POINTED_MS)
  expect([asked, strip()]).toEqual([[], null])
})

test('the picture turns of a row whose link the keyboard reached, also where it was there before this came', async () => {
  show(true)
  await wait(POINTED_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/cap.webp')
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Tab' }))
  answers['hat'] = ['/files/hat.webp']
  await act(async () => screen.getByRole('link', { name: 'hat' }).focus())
  await wait(POINTED_MS)
  expect(strip()!.getAttribute('src')).toBe('/files/hat.webp')
  await act(async () => screen.getByRole('link', { name: 'hat' }).blur())
  expect(strip()).toBe(null)
})

test('a strip that is drawn for the first time is told of on its picture alone, until it is there or the pointer goes on', async () => {
  answers = { cap: ['', 'later'], hat: ['later'] }
  show()
  await point('cap')
  await wait(POINTED_MS)
  expect([drawing(), strip()]).toEqual([['cap'], null])
  await point('hat')
  await wait(POINTED_MS)
  expect(drawing()).toEqual(['hat'])
  // Speech is told nothing, and no word stands there that it could come across.
  expect(document.querySelectorAll('[role="status"], [role="progressbar"], [aria-live]')).toHaveLength(0)
  expect(document.querySelector('[data-turns="hat"]')!.textContent).toBe('')
  answers['cap'] = ['/files/cap.webp']
  await point('cap')
  await wait(POINTED_MS)
  expect([drawing(), strip()!.getAttribute('src')]).toEqual([[], '/files/cap.webp'])
})

test('of what cannot be turned nothing is told', async () => {
  show()
  await point('hat')
  await wait(POINTED_MS)
  expect(drawing()).toEqual([])
})
