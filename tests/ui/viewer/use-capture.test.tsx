// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AvatarViewerProps } from '../../../src/ui/viewer/props.ts'
import type { Stage } from '../../../src/ui/viewer/stage.ts'
import { useCapture } from '../../../src/ui/viewer/use-capture.ts'
import { stageThatMakes } from '../../support/picture-stage.ts'

type Capture = NonNullable<AvatarViewerProps['capture']>

const view = { stage: null, want: () => {}, reveal: () => {}, settled: () => {} }
/** `x` as a PNG. */
const PICTURE = 'data:image/png;base64,eA=='

function Viewer({ ready, capture }: { ready: () => Promise<Stage>; capture?: Capture }) {
  useCapture({ ...view, ready } as never, capture)
  return null
}

const warn = vi.fn()
beforeEach(() => {
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})
afterEach(cleanup)

describe('a picture asked for by a prop', () => {
  it('is handed over once each time the trigger becomes true, to whoever listens then', async () => {
    const stage = stageThatMakes(['image/png'])
    const ready = vi.fn(async () => stage)
    const [first, second] = [vi.fn(), vi.fn()]
    const { rerender } = render(<Viewer ready={ready} capture={{ trigger: true, callBack: first }} />)
    rerender(<Viewer ready={ready} capture={{ trigger: true, callBack: second }} />)
    await waitFor(() => expect(second).toHaveBeenCalledWith(PICTURE))
    rerender(<Viewer ready={ready} capture={{ trigger: false, callBack: second }} />)
    rerender(<Viewer ready={ready} />)
    rerender(<Viewer ready={ready} capture={{ trigger: true, callBack: second }} />)
    await waitFor(() => expect(second).toHaveBeenCalledTimes(2))
    expect([first.mock.calls, ready.mock.calls.length]).toEqual([[], 2])
  })

  it('that cannot be made is warned of, and hands nothing over', async () => {
    const callBack = vi.fn()
    const ready = () => Promise.resolve(stageThatMakes([]))
    const settings = { type: 'image/webp' }
    render(<Viewer ready={ready} capture={{ trigger: true, callBack, settings } as Capture} />)
    await waitFor(() => expect(warn).toHaveBeenCalledWith('Error: No picture as image/webp'))
    expect(callBack).not.toHaveBeenCalled()
  })

  it.each([
    ['handed over', () => Promise.resolve(stageThatMakes(['image/png']))],
    ['warned of', () => Promise.reject(new Error('lost'))],
  ])('is not %s once the viewer is gone', async (_, make) => {
    const callBack = vi.fn()
    let settle = () => {}
    const held = new Promise<void>((resolve) => {
      settle = resolve
    })
    const made = vi.fn()
    const ready = () => held.then(make).finally(made)
    const { unmount } = render(<Viewer ready={ready as () => Promise<Stage>} capture={{ trigger: true, callBack }} />)
    unmount()
    settle()
    await waitFor(() => expect(made).toHaveBeenCalled())
    await someReading()
    expect([callBack.mock.calls, warn.mock.calls]).toEqual([[], []])
  })
})

/** As long as a picture takes to be read, twice over: a file is read by tasks of its own. */
const someReading = async () => {
  for (let n = 0; n < 2; n += 1)
    await new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = resolve
      reader.readAsDataURL(new Blob(['y']))
    })
}
