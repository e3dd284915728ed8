import { describe, expect, test } from 'vitest'
import { createEventBus } from '../../../server/events/event-bus.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { publishEvent } from '../../support/publish-event.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: '2026-03-02T09:00:00.000Z' })

describe('the event bus', () => {
  test('notifies all listeners of each event until they unsubscribe, and when the bus closes', () => {
    const bus = createEventBus()
    const [one, other]: [string[], string[]] = [[], []]
    const watch = (got: string[]) =>
      bus.subscribe({ onEvents: () => got.push(`${bus.last}`), onEnd: () => got.push('end') })
    const leave = watch(one)
    watch(other)
    publishEvent(bus, event('a'))
    leave()
    publishEvent(bus, event('b'))
    bus.append([])
    bus.append([{ number: 2, event: event('b') }])
    bus.close()
    publishEvent(bus, event('c'))
    expect([one, other]).toEqual([['1'], ['1', '2', 'end', '3']])
  })

  test('returns the events after a position in batches, or a gap if the position is unknown or too old', () => {
    const bus = createEventBus(3)
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) publishEvent(bus, event(id))
    const missedAfter = (id: string) => {
      const position = bus.positionOf(id)
      const missed = position === 'gap' ? position : bus.after(position, 2)
      return missed === 'gap' ? missed : missed.map(({ event: { id } }) => id)
    }
    expect(['1', '2', '3', '4', '5', '6', '7'].map(missedAfter)).toEqual([
      'gap',
      'gap',
      'gap',
      ['e', 'f'],
      ['f', 'g'],
      ['g'],
      [],
    ])
    for (const odd of ['another-5', 'nonsense', '8', '-1', '1e0', '', '0x7', '7.0', '99999999999999999999'])
      expect([odd, missedAfter(odd)]).toEqual([odd, 'gap'])
  })

  test('ignores events that it already has, and drops all earlier events if an event number is missing', () => {
    const bus = createEventBus()
    bus.startAfter(5)
    expect([bus.last, bus.after(5, 10), bus.after(4, 10)]).toEqual([5, [], 'gap'])
    const numbered = (number: number) => ({ number, event: event(String(number)) })
    bus.append([numbered(6), numbered(7)])
    bus.append([numbered(6), numbered(7), numbered(8)])
    const numbers = (position: number) => {
      const read = bus.after(position, 10)
      return read === 'gap' ? read : read.map(({ number }) => number)
    }
    expect([numbers(4), numbers(5), numbers(7)]).toEqual(['gap', [6, 7, 8], [8]])
    bus.append([numbered(20)])
    expect([numbers(7), numbers(18), numbers(19), bus.last]).toEqual(['gap', 'gap', [20], 20])
    expect([bus.positionOf('20'), bus.positionOf('18')]).toEqual([20, 'gap'])
  })
})
