// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarViewer, type AvatarViewerHandle } from '../../../../src/ui/viewer/AvatarViewer.tsx'
import { resolveExtras } from '../../../../src/ui/viewer/extra-settings.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'
import { createFigureFile } from './figure-file.ts'

let page: CanvasStub
const stubPage = (prefersReducedMotion = false) => {
  page = stubCanvas({ prefersReducedMotion })
  const [sideLength, position] = [400, { left: 0, top: 0, x: 0, y: 0 }]
  const rect = {
    ...position,
    width: sideLength,
    height: sideLength,
    right: sideLength,
    bottom: sideLength,
    toJSON: () => '',
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(rect)
}
beforeEach(() => stubPage())
afterEach(() => {
  cleanup()
  page.restore()
  vi.restoreAllMocks()
})

async function show(props: Partial<Parameters<typeof AvatarViewer>[0]>) {
  const handle = createRef<AvatarViewerHandle>()
  const source = await createFigureFile()
  const viewer = () => <AvatarViewer ref={handle} source={source} {...props} />
  const { container, rerender } = render(viewer())
  await waitFor(() => expect(container.querySelector('[data-state="finished"]')).not.toBeNull())
  return {
    handle,
    frames: () => handle.current?.info().frames ?? 0,
    update: (changes: typeof props) => {
      props = { ...props, ...changes }
      rerender(viewer())
    },
  }
}

const waitForTwoFrames = () =>
  act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))))

async function waitForIdle(frames: () => number): Promise<number> {
  for (let before = -1; before !== frames(); ) {
    before = frames()
    await waitForTwoFrames()
    await waitForTwoFrames()
  }
  return frames()
}

describe('resolveExtras', () => {
  it('returns null without options, or if all options are off', () => {
    expect(resolveExtras({}, {})).toBeNull()
    expect(resolveExtras({ life: false, gaze: null }, {})).toBeNull()
    expect(resolveExtras({ gaze: 'camera' }, { gaze: null })).toBeNull()
    expect(resolveExtras({ life: true, gaze: 'camera' }, { gaze: [0, 1, 2] })).toEqual({ life: true, gaze: [0, 1, 2] })
  })
})

describe('a viewer with camera options', () => {
  it('becomes a slider while only a part of the model is framed, because the dial is out of view', async () => {
    const { update, handle } = await show({ framing: 'face', label: 'Ines' })
    expect(screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-label'))).toEqual(['Turn: Ines'])
    update({ framing: 'fit' })
    expect(screen.getByRole('slider').getAttribute('aria-label')).toBe('Turn')
    act(() => handle.current?.moveTo({ framing: 'bust' }))
    expect(screen.getByRole('slider').getAttribute('aria-label')).toBe('Turn: Ines')
  })

  it('rotates automatically, and reports camera changes', async () => {
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
  it('has hotspot buttons that can be pressed once the model is shown', async () => {
    const onHotspot = vi.fn()
    await show({ hotspots: [{ id: 'a', label: 'Zip', position: [0, 0, 0] }], onHotspot })
    const button = await screen.findByText('Zip')
    act(() => button.click())
    expect(onHotspot).toHaveBeenCalledWith('a')
  })
})

describe('a viewer', () => {
  it('with idle behaviour draws continuously, but not while off screen', async () => {
    const { frames } = await show({ life: ['breathing'] })
    const before = frames()
    await waitFor(() => expect(frames()).toBeGreaterThan(before + 3))
    page.setOnScreen(false)
    const hidden = await waitForIdle(frames)
    page.setOnScreen(true)
    await waitFor(() => expect(frames()).toBeGreaterThan(hidden))
  })

  it('without idle behaviour, or under reduced motion, stops drawing', async () => {
    const plain = await show({})
    await waitForIdle(plain.frames)
    cleanup()
    page.restore()
    stubPage(true)
    const calm = await show({ life: true, gaze: 'cursor' })
    await waitForIdle(calm.frames)
  })

  it('draws while its gaze follows the pointer, lookAt or a changed option, and stops afterwards', async () => {
    const { frames, handle, update } = await show({ gaze: 'cursor' })
    const first = await waitForIdle(frames)
    act(() => void document.dispatchEvent(new MouseEvent('pointermove', { clientX: 300, clientY: 10 })))
    await waitFor(() => expect(frames()).toBeGreaterThan(first + 2))
    const second = await waitForIdle(frames)
    act(() => handle.current?.lookAt([-2, 0, 2]))
    await waitFor(() => expect(frames()).toBeGreaterThan(second + 2))
    const third = await waitForIdle(frames)
    // A gaze set with the handle overrides the prop until the handle resets it.
    update({ gaze: 'camera' })
    act(() => handle.current?.lookAt())
    await waitFor(() => expect(frames()).toBeGreaterThan(third + 2))
  })
})
