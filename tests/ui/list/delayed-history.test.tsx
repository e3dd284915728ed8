// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectFirstRow, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

const openPage = (n: number) => fireEvent.click(screen.getByRole('button', { name: `Page ${n}` }))

/** Stubs animation frames. They run only when the test calls `paint`. */
function stubAnimationFrames() {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  return {
    paint: () =>
      act(async () => {
        for (const frame of frames.splice(0)) frame(performance.now())
        await new Promise((resolve) => setTimeout(resolve))
      }),
  }
}

test('writes a history entry after the requested rows are painted', async () => {
  const { address } = showList(thingList())
  await expectFirstRow('Thing 01')
  const { paint } = stubAnimationFrames()
  openPage(2)
  expect(address.entries).toEqual([{}])
  await paint()
  expect(address.entries).toEqual([{}, { page: 2 }])
})

test('writes two page changes within one frame as two history entries in order', async () => {
  const { address } = showList(thingList())
  await expectFirstRow('Thing 01')
  const { paint } = stubAnimationFrames()
  openPage(2)
  openPage(3)
  await paint()
  expect(address.entries).toEqual([{}, { page: 2 }, { page: 3 }])
  await expectFirstRow('Thing 21')
})

test('writes no history entry if the list unmounts, or the user goes back, before the rows are painted', async () => {
  const unmounted = showList(thingList())
  await expectFirstRow('Thing 01')
  const { paint } = stubAnimationFrames()
  openPage(2)
  unmounted.unmount()
  await paint()
  expect(unmounted.address.entries).toEqual([{}])

  vi.unstubAllGlobals()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { address } = showList(thingList())
  await expectFirstRow('Thing 01')
  openPage(2)
  await waitFor(() => expect(address.entries).toEqual([{}, { page: 2 }]))
  const frames = stubAnimationFrames()
  openPage(3)
  act(() => address.go(-1))
  await frames.paint()
  expect([address.index, address.entries]).toEqual([0, [{}, { page: 2 }]])
  await expectFirstRow('Thing 01')
})
