// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type StageView, useScene } from '../../../src/ui/viewer/use-stage.ts'

afterEach(cleanup)

interface Told {
  scale?: number
  emotion?: object
  effect?: { phase: string; read: () => void }
  onShown?: () => void
}

const Scene = (_: Told) => null

/** A viewer without a stage of its own, which asks for a turn when it has something to draw. */
function Viewer({ want, ...told }: Told & { want: () => void }) {
  const view: StageView = {
    stage: null,
    want,
    reveal: () => {},
    settled: () => {},
    ready: () => Promise.reject(new Error('no stage')),
  }
  useScene(view, <Scene {...told} />)
  return null
}

it('a scene asks to be drawn when it looks different, and not when others hear of it', () => {
  const want = vi.fn()
  const { rerender } = render(<Viewer want={want} />)
  const asked = (told: Told) => {
    want.mockClear()
    rerender(<Viewer want={want} {...told} />)
    return want.mock.calls.length
  }
  const effect = (phase: string) => ({ phase, read: () => {} })
  expect(asked({ scale: 2, emotion: { smile: 1 }, effect: effect('waiting'), onShown: () => {} })).toBe(1)
  expect(asked({ scale: 2, emotion: { smile: 1 }, effect: effect('waiting'), onShown: () => {} })).toBe(0)
  expect(asked({ scale: 2, emotion: { smile: 0 }, effect: effect('waiting') })).toBe(1)
  expect(asked({ scale: 2, emotion: { smile: 0 }, effect: effect('running') })).toBe(1)
  expect(asked({ scale: 2, emotion: { smile: 0 } })).toBe(1)
})

it('a scene asks to be drawn as soon as it is there, in strict mode again', () => {
  const want = vi.fn()
  render(<Viewer want={want} />)
  expect(want).toHaveBeenCalledTimes(1)
  want.mockClear()
  render(
    <StrictMode>
      <Viewer want={want} />
    </StrictMode>,
  )
  expect(want).toHaveBeenCalledTimes(2)
})
