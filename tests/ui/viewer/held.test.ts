import { describe, expect, it, vi } from 'vitest'
import { createHolder, heldBy } from '../../../src/ui/viewer/held.ts'

/** Something that may be held, and what lets its time pass. */
function thing() {
  const end = vi.fn()
  const waiting: (() => void)[] = []
  const held = heldBy(end, (then) => waiting.push(then))
  const pass = () => {
    for (const then of waiting.splice(0)) then()
  }
  return { held, end, pass }
}

describe('what may be held', () => {
  it('ends when nobody took it in its first moments', () => {
    const { end, pass } = thing()
    expect(end).not.toHaveBeenCalled()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('stays while somebody holds it, and ends once, a while after the last let go', () => {
    const { held, end, pass } = thing()
    const [one, other] = [held.hold(), held.hold()]
    pass()
    one()
    one()
    pass()
    expect(end).not.toHaveBeenCalled()
    other()
    expect(end).not.toHaveBeenCalled()
    pass()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('stays when it passes from one hand to the next', () => {
    const { held, end, pass } = thing()
    const letGo = held.hold()
    letGo()
    const other = held.hold()
    pass()
    expect(end).not.toHaveBeenCalled()
    other()
    pass()
    expect(end).toHaveBeenCalledTimes(1)
  })
})

it('a holder holds what it was told of last, each once, and lets go of all else', () => {
  const [one, other] = [thing(), thing()]
  const holder = createHolder()
  holder.hold([one.held, null])
  holder.hold([one.held, one.held])
  holder.hold([one.held, other.held])
  for (const { pass } of [one, other]) pass()
  holder.hold([null, other.held])
  for (const { pass } of [one, other]) pass()
  expect([one.end.mock.calls.length, other.end.mock.calls.length]).toEqual([1, 0])
  holder.hold([])
  other.pass()
  expect(other.end).toHaveBeenCalledTimes(1)
})
