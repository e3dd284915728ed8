// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarViewer, type AvatarViewerHandle } from '../../../../src/ui/viewer/AvatarViewer.tsx'
import { extrasOf } from '../../../../src/ui/viewer/extras.ts'
import { type StandInPage, standInCanvas } from '../../../support/canvas.ts'
import { figureFile } from './figure-file.ts'

let page: StandInPage
const stand = (prefersReducedMotion = false) => {
  page = standInCanvas({ prefersReducedMotion })
  const [side, rest] = [400, { left: 0, top: 0, x: 0, y: 0 }]
  const rect = { ...rest, width: side, height: side, right: side, bottom: side, toJSON: () => '' }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(rect)
}
beforeEach(() => stand())
afterEach(() => {
  cleanup()
  page.restore()
  vi.restoreAllMocks()
})

async function show(props: Partial<Parameters<typeof AvatarViewer>[0]>) {
  const handle = createRef<AvatarViewerHandle>()
  const source = await figureFile()
  const told = () => <AvatarViewer ref={handle} source={source} {...props} />
  const { container, rerender } = render(told())
  await waitFor(() => expect(container.querySelector('[data-state="finished"]')).not.toBeNull())
  return {
    handle,
    frames: () => handle.current?.info().frames ?? 0,
    tell: (more: typeof props) => {
      props = { ...props, ...more }
      rerender(told())
    },
  }
}

const twoFrames = () =>
  act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))))

/** Waits until no more frames are drawn. */
async function rests(frames: () => number): Promise<number> {
  for (let before = -1; before !== frames(); ) {
    before = frames()
    await twoFrames()
    await twoFrames()
  }
  return frames()
}

describe('what is asked for beside the specification', () => {
  it('is nothing where nothing is told, or all of it is off', () => {
    expect(extrasOf({}, {})).toBeNull()
    expect(extrasOf({ life: false, gaze: null }, {})).toBeNull()
    expect(extrasOf({ gaze: 'camera' }, { gaze: null })).toBeNull()
    expect(extrasOf({ life: true, gaze: 'camera' }, { gaze: [0, 1, 2] })).toEqual({ life: true, gaze: [0, 1, 2] })
  })
})

describe('a viewer whose camera is told more', () => {
  it('is the slider itself where a part is framed, since the dial is out of sight', async () => {
    const { tell, handle } = await show({ framing: 'face', label: 'Ines' })
    expect(screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-label'))).toEqual(['Turn: Ines'])
    tell({ framing: 'fit' })
    expect(screen.getByRole('slider').getAttribute('aria-label')).toBe('Turn')
    act(() => handle.current?.moveTo({ framing: 'bust' }))
    expect(screen.getByRole('slider').getAttribute('aria-label')).toBe('Turn: Ines')
  })

  it('turns by itself, and tells where it is', async () => {
    const onCamera = vi.fn()
    const { handle } = await show({ autoRotate: 2, onCamera })
    const yaw = () => handle.current?.info().yaw ?? 0
    await waitFor(() => expect(yaw()).toBeGreaterThan(-0.25))
    await waitFor(() => expect(onCamera.mock.calls.at(-1)?.[0].yaw).toBeGreaterThan(-0.3))
    act(() => handle.current?.jumpTo({ yaw: 1, elevation: 0.5, zoom: 2 }))
    await waitFor(() => expect(onCamera.mock.calls.at(-1)?.[0]).toMatchObject({ elevation: 0.5, zoom: 2 }))
    expect(yaw()).toBeGreaterThanOrEqual(1)
  })
})

describe('a viewer with hotspots', () => {
  it('has buttons that can be pressed once the model stands', async () => {
    const onHotspot = vi.fn()
    await show({ hotspots: [{ id: 'a', label: 'Zip', position: [0, 0, 0] }], onHotspot })
    const button = await screen.findByText('Zip')
    act(() => button.click())
    expect(onHotspot).toHaveBeenCalledWith('a')
  })
})

describe('a viewer with a life', () => {
  it('draws on and on, and not a frame while nobody sees it', async () => {
    const { frames } = await show({ life: ['breathing'] })
    const before = frames()
    await waitFor(() => expect(frames()).toBeGreaterThan(before + 3))
    page.scrollTo(false)
    const hidden = await rests(frames)
    page.scrollTo(true)
    await waitFor(() => expect(frames()).toBeGreaterThan(hidden))
  })

  it('rests without one, and under reduced motion', async () => {
    const plain = await show({})
    await rests(plain.frames)
    cleanup()
    page.restore()
    stand(true)
    const calm = await show({ life: true, gaze: 'cursor' })
    await rests(calm.frames)
  })

  it('looks after the pointer, rests where that rests, and looks elsewhere when it is told so', async () => {
    const { frames, handle, tell } = await show({ gaze: 'cursor' })
    const first = await rests(frames)
    act(() => void document.dispatchEvent(new MouseEvent('pointermove', { clientX: 300, clientY: 10 })))
    await waitFor(() => expect(frames()).toBeGreaterThan(first + 2))
    const second = await rests(frames)
    act(() => handle.current?.lookAt([-2, 0, 2]))
    await waitFor(() => expect(frames()).toBeGreaterThan(second + 2))
    const third = await rests(frames)
    // What the handle asked for counts, until it is taken back.
    tell({ gaze: 'camera' })
    act(() => handle.current?.lookAt())
    await waitFor(() => expect(frames()).toBeGreaterThan(third + 2))
  })
})
