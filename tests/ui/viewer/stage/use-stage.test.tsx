// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, it, vi } from 'vitest'
import { type StageView, useScene } from '../../../../src/ui/viewer/stage/use-stage.ts'

interface SceneStubProps {
  scale?: number
  emotion?: object
  effect?: { phase: string; read: () => void }
  onShown?: () => void
}

const Scene = (_: SceneStubProps) => null

/** Stub of a viewer without a stage. `requestDraw` receives the requests to draw. */
function Viewer({ requestDraw, ...sceneProps }: SceneStubProps & { requestDraw: () => void }) {
  const view: StageView = {
    stage: null,
    requestDraw,
    reveal: () => {},
    onStateChange: () => {},
    ready: () => Promise.reject(new Error('no stage')),
  }
  useScene(view, <Scene {...sceneProps} />)
  return null
}

it('a scene requests drawing when its props change its appearance, but not for new callbacks', () => {
  const requestDraw = vi.fn()
  const { rerender } = render(<Viewer requestDraw={requestDraw} />)
  const requestsAfter = (sceneProps: SceneStubProps) => {
    requestDraw.mockClear()
    rerender(<Viewer requestDraw={requestDraw} {...sceneProps} />)
    return requestDraw.mock.calls.length
  }
  const effect = (phase: string) => ({ phase, read: () => {} })
  expect(requestsAfter({ scale: 2, emotion: { smile: 1 }, effect: effect('waiting'), onShown: () => {} })).toBe(1)
  expect(requestsAfter({ scale: 2, emotion: { smile: 1 }, effect: effect('waiting'), onShown: () => {} })).toBe(0)
  expect(requestsAfter({ scale: 2, emotion: { smile: 0 }, effect: effect('waiting') })).toBe(1)
  expect(requestsAfter({ scale: 2, emotion: { smile: 0 }, effect: effect('running') })).toBe(1)
  expect(requestsAfter({ scale: 2, emotion: { smile: 0 } })).toBe(1)
})

it('a scene requests drawing on mount, and again in strict mode', () => {
  const requestDraw = vi.fn()
  render(<Viewer requestDraw={requestDraw} />)
  expect(requestDraw).toHaveBeenCalledTimes(1)
  requestDraw.mockClear()
  render(
    <StrictMode>
      <Viewer requestDraw={requestDraw} />
    </StrictMode>,
  )
  expect(requestDraw).toHaveBeenCalledTimes(2)
})
