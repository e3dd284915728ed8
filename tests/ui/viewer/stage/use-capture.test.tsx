// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AvatarViewerProps } from '../../../../src/ui/viewer/props.ts'
import type { Stage } from '../../../../src/ui/viewer/stage/stage.ts'
import { useCapture } from '../../../../src/ui/viewer/stage/use-capture.ts'
import { createStageStub } from '../../../support/stage-stub.ts'

type Capture = NonNullable<AvatarViewerProps['capture']>

const view = { stage: null, requestDraw: () => {}, reveal: () => {}, onStateChange: () => {} }
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

describe('the capture prop', () => {
  it('delivers one image each time the trigger becomes true, to the latest callback', async () => {
    const stage = createStageStub(['image/png'])
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

  it('warns about an image that cannot be encoded, without calling the callback', async () => {
    const callBack = vi.fn()
    const ready = () => Promise.resolve(createStageStub([]))
    const settings = { type: 'image/webp' }
    render(<Viewer ready={ready} capture={{ trigger: true, callBack, settings } as Capture} />)
    await waitFor(() => expect(warn).toHaveBeenCalledWith('Error: Cannot encode a picture as image/webp'))
    expect(callBack).not.toHaveBeenCalled()
  })

  it.each([
    ['captured', () => Promise.resolve(createStageStub(['image/png']))],
    ['rejected', () => Promise.reject(new Error('lost'))],
  ])('ignores an image that is %s after unmounting', async (_, produceImage) => {
    const callBack = vi.fn()
    let settle = () => {}
    const pending = new Promise<void>((resolve) => {
      settle = resolve
    })
    const onSettled = vi.fn()
    const ready = () => pending.then(produceImage).finally(onSettled)
    const { unmount } = render(<Viewer ready={ready as () => Promise<Stage>} capture={{ trigger: true, callBack }} />)
    unmount()
    settle()
    await waitFor(() => expect(onSettled).toHaveBeenCalled())
    await waitForFileReads()
    expect([callBack.mock.calls, warn.mock.calls]).toEqual([[], []])
  })
})

/** Waits twice as long as reading an image takes. Each file is read in a separate task. */
const waitForFileReads = async () => {
  for (let n = 0; n < 2; n += 1)
    await new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = resolve
      reader.readAsDataURL(new Blob(['y']))
    })
}
