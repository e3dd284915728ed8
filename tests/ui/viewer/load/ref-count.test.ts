import { describe, expect, it, vi } from 'vitest'
import { createRefCount, createRefHolder } from '../../../../src/ui/viewer/load/ref-count.ts'

/** Creates a reference-counted resource. `pass` fires the timers of the resource's lifespan. */
function createTestResource() {
  const end = vi.fn()
  const timers: (() => void)[] = []
  const resource = createRefCount(end, (callback) => timers.push(callback))
  const pass = () => {
    for (const callback of timers.splice(0)) callback()
  }
  return { resource, end, pass }
}

describe('a reference-counted resource', () => {
  it('is freed if it is not retained within its lifespan', () => {
    const { end, pass } = createTestResource()
    expect(end).not.toHaveBeenCalled()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('has a lifespan of 100 ms', () => {
    vi.useFakeTimers()
    const end = vi.fn()
    createRefCount(end)
    vi.advanceTimersByTime(99)
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(end).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('is freed only once if it is released twice within its lifespan', () => {
    const { resource, end, pass } = createTestResource()
    resource.retain()()
    resource.retain()()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('is not freed while it is retained, and is freed once, a lifespan after the last release', () => {
    const { resource, end, pass } = createTestResource()
    const [releaseFirst, releaseSecond] = [resource.retain(), resource.retain()]
    pass()
    releaseFirst()
    releaseFirst()
    pass()
    expect(end).not.toHaveBeenCalled()
    releaseSecond()
    expect(end).not.toHaveBeenCalled()
    pass()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('is not freed if it is retained again within a lifespan after its release', () => {
    const { resource, end, pass } = createTestResource()
    const releaseFirst = resource.retain()
    releaseFirst()
    const releaseSecond = resource.retain()
    pass()
    expect(end).not.toHaveBeenCalled()
    releaseSecond()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })
})

it('createRefHolder retains each resource of the latest list once, and releases all others', () => {
  const [first, second] = [createTestResource(), createTestResource()]
  const holder = createRefHolder()
  holder.hold([first.resource, null])
  holder.hold([first.resource, first.resource])
  holder.hold([first.resource, second.resource])
  for (const { pass } of [first, second]) pass()
  holder.hold([null, second.resource])
  for (const { pass } of [first, second]) pass()
  expect([first.end.mock.calls.length, second.end.mock.calls.length]).toEqual([1, 0])
  holder.hold([])
  second.pass()
  expect(second.end).toHaveBeenCalledTimes(1)
})
