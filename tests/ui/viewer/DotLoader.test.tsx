// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DIAL, LABELLED_TICKS, LOADER_DOTS, rimArcPath, rimPointAt } from '../../../src/ui/viewer/camera/dial.ts'
import { DotLoader, progressText } from '../../../src/ui/viewer/DotLoader.tsx'
import { readSourceParts, sumProgress } from '../../../src/ui/viewer/load/read-source.ts'
import { VIEWER_WORDS } from '../../../src/ui/viewer/viewer-words.ts'

const MB = 1024 * 1024

describe('DotLoader', () => {
  it('shows 28 dots around the dial and the loading progress', () => {
    const { container } = render(<DotLoader progress={{ done: 18.2 * MB, total: 41.7 * MB }} words={VIEWER_WORDS} />)
    expect(container.querySelectorAll('circle')).toHaveLength(28)
    expect(screen.getByRole('status').textContent).toBe('Loading…18.2 of 41.7 MB, 43%')
  })

  it('delays the animation of the dots by half a second, so that a fast load shows no animation', () => {
    const { container } = render(<DotLoader progress={null} words={VIEWER_WORDS} />)
    const delays = [...container.querySelectorAll('circle')].map(({ style }) => Number.parseFloat(style.animationDelay))
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([500, 500 + 27 * 57])
  })

  it('shows its dots without a loading status if hidesCard is set', () => {
    const { container } = render(<DotLoader progress={null} words={VIEWER_WORDS} hidesCard />)
    expect([container.querySelectorAll('circle').length, screen.queryByRole('status')]).toEqual([28, null])
  })

  it('shows no byte count before the first progress report', () => {
    render(<DotLoader progress={null} words={VIEWER_WORDS} />)
    expect(screen.getByRole('status').textContent).toBe('Loading…')
  })

  it('shows no byte count below 0.1 MB, nor after all bytes have been loaded', () => {
    const { rerender } = render(<DotLoader progress={{ done: 0.09 * MB, total: 41 * MB }} words={VIEWER_WORDS} />)
    expect(screen.getByRole('status').textContent).toBe('Loading…')
    rerender(<DotLoader progress={{ done: 0.1 * MB, total: null }} words={VIEWER_WORDS} />)
    expect(screen.getByRole('status').textContent).toBe('Loading…0.1 MB')
    rerender(<DotLoader progress={{ done: MB, total: MB }} words={VIEWER_WORDS} />)
    expect(screen.getByRole('status').textContent).toBe('Preparing…')
  })

  it.each([
    [{ done: MB, total: null }, '1.0 MB'],
    [{ done: MB, total: 2 * MB }, '1.0 of 2.0 MB, 50%'],
  ])('shows the progress %j as "%s"', (progress, message) => expect(progressText(progress, VIEWER_WORDS)).toBe(message))
})

describe('loading progress', () => {
  it('adds up all parts, and has no total while the size of one part is unknown', () => {
    expect(
      sumProgress([
        { done: 1, total: 2 },
        { done: 3, total: 4 },
      ]),
    ).toEqual({ done: 4, total: 6 })
    expect(
      sumProgress([
        { done: 1, total: 2 },
        { done: 3, total: null },
      ]),
    ).toEqual({ done: 4, total: null })
  })

  it('covers all parts of a source; an unreachable part rejects with the reason "unreachable"', async () => {
    const reported: unknown[] = []
    const url = 'data:model/gltf-binary;base64,Z2xURg=='
    const parts = await readSourceParts([url, url], new AbortController().signal, (progress) => reported.push(progress))
    expect(parts.map((part) => new TextDecoder().decode(part))).toEqual(['glTF', 'glTF'])
    expect(reported.at(-1)).toEqual({ done: 8, total: 8 })
    const unreachable = readSourceParts(['http://127.0.0.1:1/a.glb'], new AbortController().signal, () => {})
    await expect(unreachable).rejects.toMatchObject({ name: 'ViewerError', reason: 'unreachable' })
  })
})

describe('the dial', () => {
  it('places 0° at the front centre and 90° at the right edge, with labels every 30° from −60° to 60°', () => {
    expect(rimPointAt(0)).toEqual({ x: DIAL.x, y: DIAL.y + DIAL.along, depth: 1 })
    expect(rimPointAt(90).x).toBe(DIAL.x + DIAL.across)
    expect(LABELLED_TICKS.map(({ degrees }) => degrees)).toEqual([-60, -30, 0, 30, 60])
    expect(LOADER_DOTS[0]?.radius).toBeGreaterThan(LOADER_DOTS[14]?.radius ?? 9)
  })

  it("draws an arc from the front to the model's yaw", () => {
    expect(rimArcPath(0)).toBe('')
    expect(rimArcPath(90)).toMatch(/^M280 108A248 48 0 0 0 528 /)
    expect(rimArcPath(-90)).toMatch(/A248 48 0 0 1 32 /)
  })
})
