// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { firstIs, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

const page = (n: number) => fireEvent.click(screen.getByRole('button', { name: `Page ${n}` }))

/** Frames that come when they are let. */
function heldFrames() {
  const waiting: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => waiting.push(frame))
  return {
    paint: () =>
      act(async () => {
        for (const frame of waiting.splice(0)) frame(performance.now())
        await new Promise((resolve) => setTimeout(resolve))
      }),
  }
}

test('a new entry of the history is written once the rows that were pressed for are on the screen', async () => {
  const { address } = showList(thingList())
  await firstIs('Thing 01')
  const { paint } = heldFrames()
  page(2)
  expect(address.entries).toEqual([{}])
  await paint()
  expect(address.entries).toEqual([{}, { page: 2 }])
})

test('two presses before a frame are two entries, in their order', async () => {
  const { address } = showList(thingList())
  await firstIs('Thing 01')
  const { paint } = heldFrames()
  page(2)
  page(3)
  await paint()
  expect(address.entries).toEqual([{}, { page: 2 }, { page: 3 }])
  await firstIs('Thing 21')
})

test('whoever leaves before the frame stays where they went, and whoever goes back too', async () => {
  const left = showList(thingList())
  await firstIs('Thing 01')
  const { paint } = heldFrames()
  page(2)
  left.unmount()
  await paint()
  expect(left.address.entries).toEqual([{}])

  vi.unstubAllGlobals()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { address } = showList(thingList())
  await firstIs('Thing 01')
  page(2)
  await waitFor(() => expect(address.entries).toEqual([{}, { page: 2 }]))
  const frames = heldFrames()
  page(3)
  act(() => address.go(-1))
  await frames.paint()
  expect([address.at, address.entries]).toEqual([0, [{}, { page: 2 }]])
  await firstIs('Thing 01')
})
