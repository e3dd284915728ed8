// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPoseStore } from '../../../src/ui/viewer/motion/pose.ts'
import { Notice } from '../../../src/ui/viewer/Notice.tsx'
import { ViewerCanvas } from '../../../src/ui/viewer/stage/ViewerCanvas.tsx'
import type { Studio } from '../../../src/ui/viewer/studio.ts'
import { Tools } from '../../../src/ui/viewer/Tools.tsx'
import { ViewerError, type ViewerFailure } from '../../../src/ui/viewer/viewer-error.ts'
import { VIEWER_WORDS } from '../../../src/ui/viewer/viewer-words.ts'

afterEach(() => {
  cleanup()
  Object.assign(document, { fullscreenEnabled: undefined })
})

describe('Notice', () => {
  it.each<[ViewerFailure, string]>([
    ['unreachable', VIEWER_WORDS.failed],
    ['unreadable', VIEWER_WORDS.refused],
    ['unsupported', VIEWER_WORDS.refused],
    ['external', VIEWER_WORDS.external],
    ['toolarge', VIEWER_WORDS.tooLarge],
    ['nothing', VIEWER_WORDS.nothing],
    ['webgl', VIEWER_WORDS.noWebgl],
  ])('shows the message for the failure reason "%s"', (reason, message) => {
    render(<Notice failure={new ViewerError(reason, 'x')} words={VIEWER_WORDS} onRetry={() => {}} />)
    expect(screen.getByRole('alert').querySelector('p')?.textContent).toBe(message)
  })

  it('shows the version of an unsupported FBX file and the formats to save it in', () => {
    const failure = new ViewerError('unsupported', 'x', { fbxVersion: '6.1' })
    render(<Notice failure={failure} words={VIEWER_WORDS} onRetry={() => {}} />)
    expect(screen.getByRole('alert').textContent).toBe('FBX 6.1 is not supported. Save it as 7.4 or as GLB.')
  })

  it('offers a retry for an unreachable file, but not for an unreadable file', () => {
    const onRetry = vi.fn()
    const notice = (reason: ViewerFailure) => (
      <Notice failure={new ViewerError(reason, 'x')} words={VIEWER_WORDS} onRetry={onRetry} />
    )
    const { rerender } = render(notice('unreachable'))
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
    rerender(notice('unreadable'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows a status during a retry instead of the error; the Retry button keeps focus and ignores clicks', () => {
    const onRetry = vi.fn()
    const failure = new ViewerError('unreachable', 'x')
    const notice = (retryMessage?: string) => (
      <Notice failure={failure} words={VIEWER_WORDS} retryMessage={retryMessage} onRetry={onRetry} />
    )
    const { rerender } = render(notice())
    const button = screen.getByRole('button', { name: 'Retry' })
    button.focus()
    rerender(notice('Loading…'))
    expect([screen.queryByRole('alert'), screen.getByRole('status').querySelector('p')?.textContent]).toEqual([
      null,
      'Loading…',
    ])
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
    fireEvent.click(button)
    expect(onRetry).not.toHaveBeenCalled()
    rerender(notice())
    expect(screen.getByRole('alert').querySelector('p')?.textContent).toBe(VIEWER_WORDS.failed)
  })
})

describe('ViewerCanvas', () => {
  const picture = (isSlider: boolean, pose = createPoseStore()) => (
    <ViewerCanvas
      host={{ current: null }}
      label="Ines"
      isSlider={isSlider}
      isInert={false}
      pose={pose}
      zoom
      words={VIEWER_WORDS}
    />
  )

  it('exposes an image with an accessible name if a separate dial turns the model', () => {
    render(picture(false))
    expect(screen.getByRole('img', { name: 'Ines' }).tabIndex).toBe(-1)
  })

  it('exposes a slider if there is no dial: arrows turn, Home faces forward, + zooms in, 0 resets zoom', () => {
    const pose = createPoseStore()
    render(picture(true, pose))
    const slider = screen.getByRole('slider', { name: 'Turn: Ines' })
    expect(slider.getAttribute('aria-valuetext')).toBe('-17 degrees')
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(slider.getAttribute('aria-valuenow')).toBe('-16')
    fireEvent.keyDown(slider, { key: 'Home' })
    fireEvent.keyDown(slider, { key: '+' })
    expect([pose.now.yaw, pose.zoom]).toEqual([0, 1.2])
    fireEvent.keyDown(slider, { key: '0' })
    fireEvent.keyDown(slider, { key: '-', ctrlKey: true })
    expect(pose.zoom).toBe(1)
  })
})

describe('Tools', () => {
  it('enables Save picture once a model is shown, and offers full screen where the browser supports it', async () => {
    const [saveCapture, toggleFullScreen] = [vi.fn(async () => {}), vi.fn(async () => {})]
    const handle = { saveCapture, toggleFullScreen, studio: vi.fn() }
    const supports = vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false)
    const tools = (isInert: boolean) => (
      <Tools root={null} words={VIEWER_WORDS} isInert={isInert} handle={handle} tools ar />
    )
    const { rerender } = render(tools(true))
    const picture = screen.getByRole('button', { name: 'Save picture' })
    fireEvent.click(picture)
    expect(saveCapture).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull()
    Object.assign(document, { fullscreenEnabled: true })
    rerender(tools(false))
    fireEvent.click(picture)
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
    expect([saveCapture.mock.calls.length, toggleFullScreen.mock.calls.length]).toEqual([1, 1])
    // The viewer offers no AR, because this device has neither WebXR nor Quick Look.
    expect(screen.queryByRole('button', { name: 'View in your room' })).toBeNull()
    await vi.waitFor(() => expect(supports).toHaveBeenCalledWith('ar'))
    expect(screen.queryByRole('button', { name: 'View in your room' })).toBeNull()
    supports.mockRestore()
  })

  it('opens the model in Quick Look where the browser supports it, even if the other tools are off', async () => {
    vi.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((token) => token === 'ar')
    Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:here'), revokeObjectURL: vi.fn() })
    const clickedLinks: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clickedLinks.push(this)
    })
    const file = new Blob(['usdz'])
    const studio = vi.fn(async () => ({ usdz: async () => file }) as unknown as Studio)
    const handle = { saveCapture: vi.fn(), toggleFullScreen: vi.fn(), studio }
    render(<Tools root={null} words={VIEWER_WORDS} isInert={false} handle={handle} tools={false} ar />)
    fireEvent.click(await screen.findByRole('button', { name: 'View in your room' }))
    await vi.waitFor(() => expect(clickedLinks).toHaveLength(1))
    expect(screen.getAllByRole('button')).toHaveLength(1)
    const [link] = clickedLinks
    expect([link?.rel, link?.href, link?.firstElementChild?.tagName]).toEqual(['ar', 'blob:here', 'IMG'])
    expect(URL.createObjectURL).toHaveBeenCalledWith(file)
    vi.restoreAllMocks()
  })
})
