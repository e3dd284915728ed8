// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { readParts, together } from '../../../src/ui/viewer/bytes.ts'
import { arrived, DotLoader } from '../../../src/ui/viewer/DotLoader.tsx'
import { arcTo, DIAL, DOTS, LABELS, rimPoint } from '../../../src/ui/viewer/dial.ts'
import { VIEWER_WORDS } from '../../../src/ui/viewer/words.ts'

afterEach(cleanup)

const MB = 1024 * 1024

describe('the dot loader', () => {
  it('runs twenty-eight dots round the dial and says how much has arrived', () => {
    const { container } = render(<DotLoader progress={{ done: 18.2 * MB, total: 41.7 * MB }} words={VIEWER_WORDS} />)
    expect(container.querySelectorAll('circle')).toHaveLength(28)
    expect(screen.getByRole('status').textContent).toBe('Loading…18.2 of 41.7 MB, 43%')
  })

  it('lets the dots rest for half a second, so that what arrives by then is held up by none that run', () => {
    const { container } = render(<DotLoader progress={null} words={VIEWER_WORDS} />)
    const delays = [...container.querySelectorAll('circle')].map(({ style }) => Number.parseFloat(style.animationDelay))
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([500, 500 + 27 * 57])
  })

  it('runs without a card where what loads is said elsewhere', () => {
    const { container } = render(<DotLoader progress={null} words={VIEWER_WORDS} isSaidElsewhere />)
    expect([container.querySelectorAll('circle').length, screen.queryByRole('status')]).toEqual([28, null])
  })

  it('says no number while nothing has arrived', () => {
    render(<DotLoader progress={null} words={VIEWER_WORDS} />)
    expect(screen.getByRole('status').textContent).toBe('Loading…')
  })

  it('says no number below 0.1 MB, nor once everything has arrived', () => {
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
  ])('says of %j: %s', (progress, sentence) => expect(arrived(progress, VIEWER_WORDS)).toBe(sentence))
})

describe('what has arrived', () => {
  it('is the sum of all parts, of an unknown whole while one of them is unknown', () => {
    expect(
      together([
        { done: 1, total: 2 },
        { done: 3, total: 4 },
      ]),
    ).toEqual({ done: 4, total: 6 })
    expect(
      together([
        { done: 1, total: 2 },
        { done: 3, total: null },
      ]),
    ).toEqual({ done: 4, total: null })
  })

  it('is told while it is read, and a part that cannot be had gives a reason', async () => {
    const told: unknown[] = []
    const address = 'data:model/gltf-binary;base64,Z2xURg=='
    const parts = await readParts([address, address], new AbortController().signal, (progress) => told.push(progress))
    expect(parts.map((part) => new TextDecoder().decode(part))).toEqual(['glTF', 'glTF'])
    expect(told.at(-1)).toEqual({ done: 8, total: 8 })
    const gone = readParts(['http://127.0.0.1:1/a.glb'], new AbortController().signal, () => {})
    await expect(gone).rejects.toMatchObject({ name: 'ViewerError', reason: 'unreachable' })
  })
})

describe('the dial', () => {
  it('has its front in the middle, right on the right, and a number every 30°', () => {
    expect(rimPoint(0)).toEqual({ x: DIAL.x, y: DIAL.y + DIAL.along, depth: 1 })
    expect(rimPoint(90).x).toBe(DIAL.x + DIAL.across)
    expect(LABELS.map(({ degrees }) => degrees)).toEqual([-60, -30, 0, 30, 60])
    expect(DOTS[0]?.radius).toBeGreaterThan(DOTS[14]?.radius ?? 9)
  })

  it('draws an arc from the front to where the model looks', () => {
    expect(arcTo(0)).toBe('')
    expect(arcTo(90)).toMatch(/^M280 108A248 48 0 0 0 528 /)
    expect(arcTo(-90)).toMatch(/A248 48 0 0 1 32 /)
  })
})
